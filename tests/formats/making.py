"""Small files of many formats, made here."""

from __future__ import annotations

import io
import zipfile
from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import TYPE_CHECKING

import docx
from docx.oxml import parse_xml
from pypdf import PdfReader, PdfWriter

if TYPE_CHECKING:
    from docx.document import Document

_W = 'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"'

TRACKED = (
    f'<w:p {_W}><w:r><w:t xml:space="preserve">The mayor </w:t></w:r>'
    '<w:del w:id="1" w:author="Ida"><w:r><w:delText>never </w:delText></w:r></w:del>'
    '<w:ins w:id="2" w:author="Ida"><w:r><w:t>may</w:t><w:tab/><w:t>have</w:t><w:br/></w:r></w:ins>'
    '<w:hyperlink w:anchor="x"><w:r><w:t>left</w:t><w:noBreakHyphen/><w:t>over.</w:t></w:r></w:hyperlink></w:p>'
)
HELD = f"<w:sdt {_W}><w:sdtContent><w:p><w:r><w:t>Held by a control.</w:t></w:r></w:p></w:sdtContent></w:sdt>"
NOTED = f'<w:p {_W}><w:r><w:t>Noted.</w:t></w:r><w:r><w:footnoteReference w:id="2"/></w:r></w:p>'
_MATH = 'xmlns:m="http://schemas.openxmlformats.org/officeDocument/2006/math"'
FORMULAS = (
    f'<w:p {_W} {_MATH}><w:r><w:t xml:space="preserve">It costs </w:t></w:r>'
    "<m:oMath><m:f><m:num><m:r><m:t>1</m:t></m:r></m:num><m:den><m:r><w:rPr/><m:t>2</m:t></m:r></m:den></m:f></m:oMath>"
    '<w:r><w:t xml:space="preserve"> of </w:t></w:r><m:oMathPara><m:oMath>'
    "<m:sSup><m:e><m:r><m:t>r</m:t></m:r></m:e><m:sup><m:r><m:t>2</m:t></m:r></m:sup></m:sSup>"
    "<m:nary><m:sub/><m:e><m:d><m:e><m:r><m:t>a</m:t></m:r></m:e></m:d></m:e></m:nary>"
    '<m:d><m:dPr><m:begChr m:val="["/><m:endChr m:val=""/></m:dPr><m:e><m:r><m:t>b</m:t></m:r></m:e></m:d>'
    "</m:oMath></m:oMathPara></w:p>"
)


def word_document(*raw: str) -> Document:
    """Return a document with a title, a deck, paragraphs, a table, and paragraphs in raw XML."""
    document = docx.Document()
    about = document.core_properties
    about.title, about.author, about.language, about.created = "File title", "Ida Brandt", "en", datetime(2018, 2, 23)
    document.add_paragraph("Mayor replies", style="Title")
    document.add_paragraph("She may rebuild", style="Subtitle")
    document.add_heading("What she said", 2)
    document.add_paragraph("“We will 💩 rebuild,” she said.")
    document.add_paragraph("")
    table = document.add_table(1, 2)
    table.cell(0, 0).text, table.cell(0, 1).text = "left cell", "right cell"
    for xml in raw:
        document.element.body.append(parse_xml(xml))
    return document


def docx_bytes(document: Document | None = None) -> bytes:
    target = io.BytesIO()
    (document or word_document()).save(target)
    return target.getvalue()


def pdf_bytes(pages: Sequence[str], title: str = "", password: str = "") -> bytes:
    """Return a PDF with a page for each text, its lines below each other; an empty text gives an empty page."""
    font = "<</Type/Font/Subtype/Type1/BaseFont/Helvetica/Encoding/WinAnsiEncoding>>"
    objects = ["<</Type/Catalog/Pages 2 0 R>>", "", font]
    kids = []
    for text in pages:
        shown = "".join(f"({_escaped(line)}) Tj 0 -14 Td " for line in text.split("\n")) if text else ""
        content = f"BT /F1 12 Tf 72 720 Td {shown}ET"
        number = len(objects) + 1
        kids.append(f"{number} 0 R")
        objects.append(
            "<</Type/Page/Parent 2 0 R/MediaBox[0 0 595 842]/Resources<</Font<</F1 3 0 R>>>>"
            f"/Contents {number + 1} 0 R>>"
        )
        objects.append(f"<</Length {len(content.encode('cp1252'))}>>\nstream\n{content}\nendstream")
    objects[1] = f"<</Type/Pages/Count {len(pages)}/Kids[{' '.join(kids)}]>>"
    if title:
        objects.append(f"<</Title({_escaped(title)})/Author(Ida Brandt)/CreationDate(D:20180223180400Z)>>")
    data = b"%PDF-1.4\n"
    places = []
    for number, one in enumerate(objects, 1):
        places.append(len(data))
        data += f"{number} 0 obj\n{one}\nendobj\n".encode("cp1252")
    info = f"/Info {len(objects)} 0 R" if title else ""
    table = "".join(f"{place:010} 00000 n \n" for place in places)
    count = len(objects) + 1
    end = f"xref\n0 {count}\n0000000000 65535 f \n{table}trailer\n<</Size {count}/Root 1 0 R{info}>>\n"
    data += f"{end}startxref\n{len(data)}\n%%EOF\n".encode()
    return _encrypted(data, password) if password else data


def _escaped(text: str) -> str:
    return text.replace("\\", r"\\").replace("(", r"\(").replace(")", r"\)")


def _encrypted(data: bytes, password: str) -> bytes:
    writer = PdfWriter(PdfReader(io.BytesIO(data)))
    writer.encrypt(password, algorithm="RC4-128")
    target = io.BytesIO()
    writer.write(target)
    return target.getvalue()


def zip_bytes(members: Mapping[str, bytes]) -> bytes:
    target = io.BytesIO()
    with zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in members.items():
            archive.writestr(name, data)
    return target.getvalue()


RTF = (
    rb"{\rtf1\ansi\ansicpg1252\deff0{\fonttbl{\f0 Times;}{\f1\fcharset204 Times;}}"
    rb"{\info{\title Mayor \'84replies\'93}{\author Ida Brandt}{\creatim\yr2018\mo2\dy23\hr1}}"
    rb"{\header Page one}\f0 \'93We will rebuild,\'94 Mayor N\'fa\u241\'f1ez said.\par "
    rb"\u-10179?\u-9088? {\field{\*\fldinst{HYPERLINK "
    b'"https://example.org/a"'
    rb"}}{\fldrslt the plan}} may \{work\}.\par}"
)

EML = (
    b"From: =?utf-8?q?Ida_Br=C3=A4ndt?= <desk@example.org>\r\nSubject: =?utf-8?b?TWF5b3IgTsO6w7FleiByZXBsaWVz?=\r\n"
    b"Date: Fri, 23 Feb 2018 18:04:00 -0500\r\nMIME-Version: 1.0\r\n"
    b'Content-Type: multipart/mixed; boundary="o"\r\n\r\n'
    b'--o\r\nContent-Type: multipart/alternative; boundary="i"\r\n\r\n'
    b"--i\r\nContent-Type: text/plain; charset=utf-8\r\nContent-Transfer-Encoding: quoted-printable\r\n\r\n"
    b"=E2=80=9CWe will rebuild,=E2=80=9D she said, and a long =\r\nline went on.\r\n\r\n"
    b"--i\r\nContent-Type: text/html; charset=utf-8\r\n\r\n<p>Page.</p>\r\n--i--\r\n"
    b'--o\r\nContent-Type: application/pdf; name="budget.pdf"\r\n'
    b'Content-Disposition: attachment; filename="budget.pdf"\r\n'
    b"Content-Transfer-Encoding: base64\r\n\r\nJVBERg==\r\n--o--\r\n"
)
CSV = (
    "\ufeffTitle;Author;Date;Source;Text;Section\r\n"
    '"Mayor; replies";Ida Brandt;2018-02-23;The Gazette;"“We will rebuild,” she said.\r\nShe ""may"" leave.";news\r\n'
    ";;23.02.2018;;Only a text here.;\r\n"
).encode()
JSON = (
    b'{"status": "ok", "articles": [{"title": "One", "content": "First text.", '
    b'"source": {"id": 7, "name": "Gazette"}}]}'
)
JSONL = b'{"headline": "One", "body": "First text."}\n{"headline": "Two", "body": "Second text."}\n'
MBOX = (
    b"From ida@example.org Fri Feb 23 18:04:00 2018\n"
    + EML.replace(b"\r\n", b"\n")
    + (
        b"\nFrom bo@example.org Sat Feb 24 08:00:00 2018\nFrom: bo@example.org\nSubject: Two\n\n"
        b">From here on she spoke.\n\n"
        b"From then on, nobody did.\n"
    )
)


def golden() -> dict[str, bytes]:
    """Return a good file for each suffix."""
    return {
        "csv": CSV,
        "tsv": b"text\ttitle\nA short text.\tOne\n",
        "json": JSON,
        "jsonl": JSONL,
        "docx": docx_bytes(),
        "rtf": RTF,
        "pdf": pdf_bytes(["“We will rebuild,” she said."], title="Mayor replies"),
        "eml": EML,
        "mbox": MBOX,
        "txt": b"Mayor replies\n\nShe may leave.",
    }
