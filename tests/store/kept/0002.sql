BEGIN TRANSACTION;
CREATE TABLE alembic_version (
	version_num VARCHAR(32) NOT NULL, 
	CONSTRAINT alembic_version_pkc PRIMARY KEY (version_num)
);
INSERT INTO "alembic_version" VALUES('0002');
CREATE TABLE annotator (
	name VARCHAR NOT NULL, 
	id VARCHAR NOT NULL, 
	version INTEGER NOT NULL, 
	created DATETIME NOT NULL, 
	updated DATETIME NOT NULL, 
	"by" VARCHAR, 
	extra JSON NOT NULL, 
	CONSTRAINT pk_annotator PRIMARY KEY (id)
);
INSERT INTO "annotator" VALUES('Ada Ferris','0192f000-0000-7000-8000-00000000ada1',1,'2026-12-01 03:25:17.008058','2026-12-01 03:25:17.008065','0192f000-0000-7000-8000-00000000ada1','{}');
CREATE TABLE article (
	"order" INTEGER NOT NULL, 
	title VARCHAR NOT NULL, 
	byline VARCHAR NOT NULL, 
	publication VARCHAR NOT NULL, 
	url VARCHAR, 
	published VARCHAR NOT NULL, 
	language VARCHAR NOT NULL, 
	note VARCHAR NOT NULL, 
	unusable BOOLEAN NOT NULL, 
	source_file VARCHAR NOT NULL, 
	source_format VARCHAR NOT NULL, 
	source_encoding VARCHAR NOT NULL, 
	source_sha256 VARCHAR NOT NULL, 
	replaces VARCHAR, 
	id VARCHAR NOT NULL, 
	version INTEGER NOT NULL, 
	created DATETIME NOT NULL, 
	updated DATETIME NOT NULL, 
	"by" VARCHAR, 
	extra JSON NOT NULL, 
	CONSTRAINT pk_article PRIMARY KEY (id), 
	CONSTRAINT fk_article_replaces FOREIGN KEY(replaces) REFERENCES article (id) DEFERRABLE INITIALLY DEFERRED
);
INSERT INTO "article" VALUES(1,'“We act,” said Mayor Ines Calloway. “We do not wait.”','','',NULL,'','','',0,'mayor.txt','text','utf-8','66dbfe7567ad722254e8a692adcb08d9019ac29defe3cf3a932760f81c1f3e56',NULL,'01a22fa2-a1e1-755d-9d3d-18633ae4f53f',1,'2026-12-01 03:25:17.170446','2026-12-01 03:25:17.170446','0192f000-0000-7000-8000-00000000ada1','{}');
CREATE TABLE article_text (
	id VARCHAR NOT NULL, 
	text VARCHAR NOT NULL, 
	sha256 VARCHAR NOT NULL, 
	version INTEGER NOT NULL, 
	created DATETIME NOT NULL, 
	updated DATETIME NOT NULL, 
	"by" VARCHAR, 
	extra JSON NOT NULL, 
	CONSTRAINT pk_article_text PRIMARY KEY (id), 
	CONSTRAINT fk_article_text_id FOREIGN KEY(id) REFERENCES article (id) DEFERRABLE INITIALLY DEFERRED
);
INSERT INTO "article_text" VALUES('01a22fa2-a1e1-755d-9d3d-18633ae4f53f','“We act,” said Mayor Ines Calloway. “We do not wait.”
The plan 🏗 may cost forty million, a clerk said.
','66dbfe7567ad722254e8a692adcb08d9019ac29defe3cf3a932760f81c1f3e56',1,'2026-12-01 03:25:17.171644','2026-12-01 03:25:17.171644','0192f000-0000-7000-8000-00000000ada1','{}');
CREATE TABLE assignment (
	article_id VARCHAR NOT NULL, 
	annotator_id VARCHAR NOT NULL, 
	id VARCHAR NOT NULL, 
	version INTEGER NOT NULL, 
	created DATETIME NOT NULL, 
	updated DATETIME NOT NULL, 
	"by" VARCHAR, 
	extra JSON NOT NULL, 
	CONSTRAINT pk_assignment PRIMARY KEY (id), 
	CONSTRAINT fk_assignment_annotator_id FOREIGN KEY(annotator_id) REFERENCES annotator (id) DEFERRABLE INITIALLY DEFERRED, 
	CONSTRAINT fk_assignment_article_id FOREIGN KEY(article_id) REFERENCES article (id) DEFERRABLE INITIALLY DEFERRED
);
CREATE TABLE change (
	revision_id INTEGER NOT NULL, 
	table_name VARCHAR NOT NULL, 
	"key" VARCHAR NOT NULL, 
	"before" JSON, 
	CONSTRAINT pk_change PRIMARY KEY (revision_id, table_name, "key"), 
	CONSTRAINT fk_change_revision_id FOREIGN KEY(revision_id) REFERENCES revision (id)
);
INSERT INTO "change" VALUES(1,'annotator','0192f000-0000-7000-8000-00000000ada1',NULL);
INSERT INTO "change" VALUES(1,'project','01a22fa2-a009-7c8a-9241-8526ada5d3dd',NULL);
INSERT INTO "change" VALUES(1,'tag','quote',NULL);
INSERT INTO "change" VALUES(1,'tag','claim',NULL);
INSERT INTO "change" VALUES(1,'tag','hedge',NULL);
INSERT INTO "change" VALUES(1,'tag','opinion',NULL);
INSERT INTO "change" VALUES(2,'article','01a22fa2-a1e1-755d-9d3d-18633ae4f53f',NULL);
INSERT INTO "change" VALUES(2,'article','01a22fa2-a1e2-7161-8f7a-cb9a8e2fbfcc',NULL);
INSERT INTO "change" VALUES(2,'article_text','01a22fa2-a1e1-755d-9d3d-18633ae4f53f',NULL);
INSERT INTO "change" VALUES(2,'article_text','01a22fa2-a1e2-7161-8f7a-cb9a8e2fbfcc',NULL);
INSERT INTO "change" VALUES(3,'layer','1637c942-5a29-58b5-8037-1d35efbb6676',NULL);
INSERT INTO "change" VALUES(3,'span','01a22fa2-a227-7e95-b878-8fd919200ade',NULL);
INSERT INTO "change" VALUES(4,'entity','01a22fa2-a232-7caa-adc9-3fb40dce1484',NULL);
INSERT INTO "change" VALUES(4,'link','01a22fa2-a237-75b1-9975-f21063b9d77d',NULL);
INSERT INTO "change" VALUES(4,'span','01a22fa2-a227-7e95-b878-8fd919200ade','{"layer_id":"1637c942-5a29-58b5-8037-1d35efbb6676","tag_id":"quote","segments":[[0,9],[36,53]],"start":0,"end":53,"key":"0-9,36-53","attributes":{},"note":"","unsure":false,"origin":null,"id":"01a22fa2-a227-7e95-b878-8fd919200ade","version":1,"created":"2026-12-01T03:25:17.224445+00:00","updated":"2026-12-01T03:25:17.224452+00:00","by":"0192f000-0000-7000-8000-00000000ada1","extra":{}}');
INSERT INTO "change" VALUES(5,'span','01a22fa2-a248-764a-a8a8-7d6fa65e15b9',NULL);
INSERT INTO "change" VALUES(6,'span','01a22fa2-a248-764a-a8a8-7d6fa65e15b9','{"layer_id":"1637c942-5a29-58b5-8037-1d35efbb6676","tag_id":"claim","segments":[[54,87]],"start":54,"end":87,"key":"54-87","attributes":{},"note":"","unsure":false,"origin":null,"id":"01a22fa2-a248-764a-a8a8-7d6fa65e15b9","version":1,"created":"2026-12-01T03:25:17.256782+00:00","updated":"2026-12-01T03:25:17.256789+00:00","by":"0192f000-0000-7000-8000-00000000ada1","extra":{}}');
INSERT INTO "change" VALUES(7,'entity','01a22fa2-a25b-71aa-ae7d-ae3f2a3d975f',NULL);
INSERT INTO "change" VALUES(7,'link','01a22fa2-a25f-7b7d-a6af-2b7f84703d9c',NULL);
INSERT INTO "change" VALUES(7,'span','01a22fa2-a248-764a-a8a8-7d6fa65e15b9','{"layer_id":"1637c942-5a29-58b5-8037-1d35efbb6676","tag_id":"claim","segments":[[54,87]],"start":54,"end":87,"key":"54-87","attributes":{"certainty":"possible"},"note":"","unsure":false,"origin":null,"id":"01a22fa2-a248-764a-a8a8-7d6fa65e15b9","version":2,"created":"2026-12-01T03:25:17.256782+00:00","updated":"2026-12-01T03:25:17.267832+00:00","by":"0192f000-0000-7000-8000-00000000ada1","extra":{}}');
INSERT INTO "change" VALUES(8,'span','01a22fa2-a248-764a-a8a8-7d6fa65e15b9','{"layer_id":"1637c942-5a29-58b5-8037-1d35efbb6676","tag_id":"claim","segments":[[54,87]],"start":54,"end":87,"key":"54-87","attributes":{"certainty":"possible"},"note":"","unsure":false,"origin":null,"id":"01a22fa2-a248-764a-a8a8-7d6fa65e15b9","version":3,"created":"2026-12-01T03:25:17.256782+00:00","updated":"2026-12-01T03:25:17.279543+00:00","by":"0192f000-0000-7000-8000-00000000ada1","extra":{}}');
INSERT INTO "change" VALUES(9,'span','01a22fa2-a248-764a-a8a8-7d6fa65e15b9','{"layer_id":"1637c942-5a29-58b5-8037-1d35efbb6676","tag_id":"claim","segments":[[54,87]],"start":54,"end":87,"key":"54-87","attributes":{"certainty":"possible"},"note":"ask the council","unsure":false,"origin":null,"id":"01a22fa2-a248-764a-a8a8-7d6fa65e15b9","version":4,"created":"2026-12-01T03:25:17.256782+00:00","updated":"2026-12-01T03:25:17.291708+00:00","by":"0192f000-0000-7000-8000-00000000ada1","extra":{}}');
INSERT INTO "change" VALUES(10,'span','01a22fa2-a27b-702a-95de-e4691f7185e8',NULL);
INSERT INTO "change" VALUES(11,'link','01a22fa2-a28e-73ff-a556-9186393490c4',NULL);
INSERT INTO "change" VALUES(11,'span','01a22fa2-a27b-702a-95de-e4691f7185e8','{"layer_id":"1637c942-5a29-58b5-8037-1d35efbb6676","tag_id":"hedge","segments":[[65,68]],"start":65,"end":68,"key":"65-68","attributes":{},"note":"","unsure":false,"origin":null,"id":"01a22fa2-a27b-702a-95de-e4691f7185e8","version":1,"created":"2026-12-01T03:25:17.308279+00:00","updated":"2026-12-01T03:25:17.308284+00:00","by":"0192f000-0000-7000-8000-00000000ada1","extra":{}}');
INSERT INTO "change" VALUES(12,'link','01a22fa2-a28e-73ff-a556-9186393490c4','{"span_id":"01a22fa2-a27b-702a-95de-e4691f7185e8","entity_id":"01a22fa2-a232-7caa-adc9-3fb40dce1484","role":"hedger","order":0,"mention":null,"cue":null,"id":"01a22fa2-a28e-73ff-a556-9186393490c4","version":1,"created":"2026-12-01T03:25:17.327139+00:00","updated":"2026-12-01T03:25:17.327141+00:00","by":"0192f000-0000-7000-8000-00000000ada1","extra":{}}');
INSERT INTO "change" VALUES(12,'span','01a22fa2-a27b-702a-95de-e4691f7185e8','{"layer_id":"1637c942-5a29-58b5-8037-1d35efbb6676","tag_id":"hedge","segments":[[65,68]],"start":65,"end":68,"key":"65-68","attributes":{},"note":"","unsure":false,"origin":null,"id":"01a22fa2-a27b-702a-95de-e4691f7185e8","version":2,"created":"2026-12-01T03:25:17.308279+00:00","updated":"2026-12-01T03:25:17.326419+00:00","by":"0192f000-0000-7000-8000-00000000ada1","extra":{}}');
INSERT INTO "change" VALUES(13,'link','01a22fa2-a237-75b1-9975-f21063b9d77d','{"span_id":"01a22fa2-a227-7e95-b878-8fd919200ade","entity_id":"01a22fa2-a232-7caa-adc9-3fb40dce1484","role":"speaker","order":0,"mention":[15,34],"cue":[10,14],"id":"01a22fa2-a237-75b1-9975-f21063b9d77d","version":1,"created":"2026-12-01T03:25:17.241415+00:00","updated":"2026-12-01T03:25:17.241418+00:00","by":"0192f000-0000-7000-8000-00000000ada1","extra":{}}');
INSERT INTO "change" VALUES(13,'span','01a22fa2-a227-7e95-b878-8fd919200ade','{"layer_id":"1637c942-5a29-58b5-8037-1d35efbb6676","tag_id":"quote","segments":[[0,9],[36,53]],"start":0,"end":53,"key":"0-9,36-53","attributes":{},"note":"","unsure":false,"origin":null,"id":"01a22fa2-a227-7e95-b878-8fd919200ade","version":2,"created":"2026-12-01T03:25:17.224445+00:00","updated":"2026-12-01T03:25:17.239841+00:00","by":"0192f000-0000-7000-8000-00000000ada1","extra":{}}');
INSERT INTO "change" VALUES(14,'span','01a22fa2-a227-7e95-b878-8fd919200ade','{"layer_id":"1637c942-5a29-58b5-8037-1d35efbb6676","tag_id":"opinion","segments":[[0,9],[36,53]],"start":0,"end":53,"key":"0-9,36-53","attributes":{},"note":"","unsure":false,"origin":null,"id":"01a22fa2-a227-7e95-b878-8fd919200ade","version":3,"created":"2026-12-01T03:25:17.224445+00:00","updated":"2026-12-01T03:25:17.345001+00:00","by":"0192f000-0000-7000-8000-00000000ada1","extra":{}}');
INSERT INTO "change" VALUES(14,'link','01a22fa2-a237-75b1-9975-f21063b9d77d','{"span_id":"01a22fa2-a227-7e95-b878-8fd919200ade","entity_id":"01a22fa2-a232-7caa-adc9-3fb40dce1484","role":"holder","order":0,"mention":[15,34],"cue":[10,14],"id":"01a22fa2-a237-75b1-9975-f21063b9d77d","version":2,"created":"2026-12-01T03:25:17.241415+00:00","updated":"2026-12-01T03:25:17.350451+00:00","by":"0192f000-0000-7000-8000-00000000ada1","extra":{}}');
INSERT INTO "change" VALUES(15,'layer','1637c942-5a29-58b5-8037-1d35efbb6676','{"article_id":"01a22fa2-a1e1-755d-9d3d-18633ae4f53f","annotator_id":"0192f000-0000-7000-8000-00000000ada1","kind":"annotator","status":"in progress","id":"1637c942-5a29-58b5-8037-1d35efbb6676","version":1,"created":"2026-12-01T03:25:17.211710+00:00","updated":"2026-12-01T03:25:17.211716+00:00","by":"0192f000-0000-7000-8000-00000000ada1","extra":{}}');
INSERT INTO "change" VALUES(16,'article_text','01a22fa2-a1e2-7161-8f7a-cb9a8e2fbfcc','{"id":"01a22fa2-a1e2-7161-8f7a-cb9a8e2fbfcc","text":"Nobody said a word.\n","sha256":"2b292daff0df41592ee63ac41a2aa22e206744e1787f882e060c6634024bfe00","version":1,"created":"2026-12-01T03:25:17.171644+00:00","updated":"2026-12-01T03:25:17.171644+00:00","by":"0192f000-0000-7000-8000-00000000ada1","extra":{}}');
INSERT INTO "change" VALUES(16,'article','01a22fa2-a1e2-7161-8f7a-cb9a8e2fbfcc','{"order":2,"title":"other","byline":"","publication":"","url":null,"published":"","language":"","note":"","unusable":false,"source_file":"other.txt","source_format":"text","source_encoding":"utf-8","source_sha256":"2b292daff0df41592ee63ac41a2aa22e206744e1787f882e060c6634024bfe00","replaces":null,"id":"01a22fa2-a1e2-7161-8f7a-cb9a8e2fbfcc","version":1,"created":"2026-12-01T03:25:17.170446+00:00","updated":"2026-12-01T03:25:17.170446+00:00","by":"0192f000-0000-7000-8000-00000000ada1","extra":{}}');
CREATE TABLE collection (
	name VARCHAR NOT NULL, 
	id VARCHAR NOT NULL, 
	version INTEGER NOT NULL, 
	created DATETIME NOT NULL, 
	updated DATETIME NOT NULL, 
	"by" VARCHAR, 
	extra JSON NOT NULL, 
	CONSTRAINT pk_collection PRIMARY KEY (id)
);
CREATE TABLE collection_article (
	collection_id VARCHAR NOT NULL, 
	article_id VARCHAR NOT NULL, 
	id VARCHAR NOT NULL, 
	version INTEGER NOT NULL, 
	created DATETIME NOT NULL, 
	updated DATETIME NOT NULL, 
	"by" VARCHAR, 
	extra JSON NOT NULL, 
	CONSTRAINT pk_collection_article PRIMARY KEY (id), 
	CONSTRAINT fk_collection_article_article_id FOREIGN KEY(article_id) REFERENCES article (id) DEFERRABLE INITIALLY DEFERRED, 
	CONSTRAINT fk_collection_article_collection_id FOREIGN KEY(collection_id) REFERENCES collection (id) DEFERRABLE INITIALLY DEFERRED
);
CREATE TABLE comment (
	span_id VARCHAR NOT NULL, 
	author_id VARCHAR NOT NULL, 
	text VARCHAR NOT NULL, 
	at DATETIME NOT NULL, 
	answers VARCHAR, 
	id VARCHAR NOT NULL, 
	version INTEGER NOT NULL, 
	created DATETIME NOT NULL, 
	updated DATETIME NOT NULL, 
	"by" VARCHAR, 
	extra JSON NOT NULL, 
	CONSTRAINT pk_comment PRIMARY KEY (id), 
	CONSTRAINT fk_comment_answers FOREIGN KEY(answers) REFERENCES comment (id) DEFERRABLE INITIALLY DEFERRED, 
	CONSTRAINT fk_comment_author_id FOREIGN KEY(author_id) REFERENCES annotator (id) DEFERRABLE INITIALLY DEFERRED, 
	CONSTRAINT fk_comment_span_id FOREIGN KEY(span_id) REFERENCES span (id) DEFERRABLE INITIALLY DEFERRED
);
CREATE TABLE decision (
	span_id VARCHAR NOT NULL, 
	reviewer_id VARCHAR NOT NULL, 
	verdict VARCHAR NOT NULL, 
	at DATETIME NOT NULL, 
	span_version INTEGER NOT NULL, 
	id VARCHAR NOT NULL, 
	version INTEGER NOT NULL, 
	created DATETIME NOT NULL, 
	updated DATETIME NOT NULL, 
	"by" VARCHAR, 
	extra JSON NOT NULL, 
	CONSTRAINT pk_decision PRIMARY KEY (id), 
	CONSTRAINT fk_decision_reviewer_id FOREIGN KEY(reviewer_id) REFERENCES annotator (id) DEFERRABLE INITIALLY DEFERRED, 
	CONSTRAINT fk_decision_span_id FOREIGN KEY(span_id) REFERENCES span (id) DEFERRABLE INITIALLY DEFERRED
);
CREATE TABLE dismissal (
	article_id VARCHAR NOT NULL, 
	annotator_id VARCHAR NOT NULL, 
	tag_id VARCHAR NOT NULL, 
	segments JSON NOT NULL, 
	"key" VARCHAR NOT NULL, 
	id VARCHAR NOT NULL, 
	version INTEGER NOT NULL, 
	created DATETIME NOT NULL, 
	updated DATETIME NOT NULL, 
	"by" VARCHAR, 
	extra JSON NOT NULL, 
	CONSTRAINT pk_dismissal PRIMARY KEY (id), 
	CONSTRAINT fk_dismissal_annotator_id FOREIGN KEY(annotator_id) REFERENCES annotator (id) DEFERRABLE INITIALLY DEFERRED, 
	CONSTRAINT fk_dismissal_article_id FOREIGN KEY(article_id) REFERENCES article (id) DEFERRABLE INITIALLY DEFERRED, 
	CONSTRAINT fk_dismissal_tag_id FOREIGN KEY(tag_id) REFERENCES tag (id) DEFERRABLE INITIALLY DEFERRED
);
CREATE TABLE entity (
	name VARCHAR NOT NULL, 
	kind VARCHAR NOT NULL, 
	aliases JSON NOT NULL, 
	uri VARCHAR, 
	note VARCHAR NOT NULL, 
	article_id VARCHAR, 
	reason VARCHAR NOT NULL, 
	merged_into VARCHAR, 
	id VARCHAR NOT NULL, 
	version INTEGER NOT NULL, 
	created DATETIME NOT NULL, 
	updated DATETIME NOT NULL, 
	"by" VARCHAR, 
	extra JSON NOT NULL, 
	CONSTRAINT pk_entity PRIMARY KEY (id), 
	CONSTRAINT fk_entity_article_id FOREIGN KEY(article_id) REFERENCES article (id) DEFERRABLE INITIALLY DEFERRED, 
	CONSTRAINT fk_entity_merged_into FOREIGN KEY(merged_into) REFERENCES entity (id) DEFERRABLE INITIALLY DEFERRED
);
INSERT INTO "entity" VALUES('Ines Calloway','person','[]',NULL,'',NULL,'',NULL,'01a22fa2-a232-7caa-adc9-3fb40dce1484',1,'2026-12-01 03:25:17.235824','2026-12-01 03:25:17.235830','0192f000-0000-7000-8000-00000000ada1','{}');
INSERT INTO "entity" VALUES('a clerk','anonymous','[]',NULL,'','01a22fa2-a1e1-755d-9d3d-18633ae4f53f','not allowed to speak',NULL,'01a22fa2-a25b-71aa-ae7d-ae3f2a3d975f',1,'2026-12-01 03:25:17.276308','2026-12-01 03:25:17.276313','0192f000-0000-7000-8000-00000000ada1','{}');
CREATE TABLE layer (
	article_id VARCHAR NOT NULL, 
	annotator_id VARCHAR, 
	kind VARCHAR NOT NULL, 
	status VARCHAR NOT NULL, 
	id VARCHAR NOT NULL, 
	version INTEGER NOT NULL, 
	created DATETIME NOT NULL, 
	updated DATETIME NOT NULL, 
	"by" VARCHAR, 
	extra JSON NOT NULL, 
	CONSTRAINT pk_layer PRIMARY KEY (id), 
	CONSTRAINT ck_layer_kind CHECK ((kind = 'final') = (annotator_id IS NULL)), 
	CONSTRAINT fk_layer_annotator_id FOREIGN KEY(annotator_id) REFERENCES annotator (id) DEFERRABLE INITIALLY DEFERRED, 
	CONSTRAINT fk_layer_article_id FOREIGN KEY(article_id) REFERENCES article (id) DEFERRABLE INITIALLY DEFERRED
);
INSERT INTO "layer" VALUES('01a22fa2-a1e1-755d-9d3d-18633ae4f53f','0192f000-0000-7000-8000-00000000ada1','annotator','done','1637c942-5a29-58b5-8037-1d35efbb6676',2,'2026-12-01 03:25:17.211710','2026-12-01 03:25:17.374188','0192f000-0000-7000-8000-00000000ada1','{}');
CREATE TABLE link (
	span_id VARCHAR NOT NULL, 
	entity_id VARCHAR NOT NULL, 
	role VARCHAR NOT NULL, 
	"order" INTEGER NOT NULL, 
	mention JSON, 
	cue JSON, 
	id VARCHAR NOT NULL, 
	version INTEGER NOT NULL, 
	created DATETIME NOT NULL, 
	updated DATETIME NOT NULL, 
	"by" VARCHAR, 
	extra JSON NOT NULL, 
	CONSTRAINT pk_link PRIMARY KEY (id), 
	CONSTRAINT fk_link_entity_id FOREIGN KEY(entity_id) REFERENCES entity (id) DEFERRABLE INITIALLY DEFERRED, 
	CONSTRAINT fk_link_span_id FOREIGN KEY(span_id) REFERENCES span (id) DEFERRABLE INITIALLY DEFERRED
);
INSERT INTO "link" VALUES('01a22fa2-a227-7e95-b878-8fd919200ade','01a22fa2-a232-7caa-adc9-3fb40dce1484','speaker',0,'[15,34]','[10,14]','01a22fa2-a237-75b1-9975-f21063b9d77d',3,'2026-12-01 03:25:17.241415','2026-12-01 03:25:17.366751','0192f000-0000-7000-8000-00000000ada1','{}');
INSERT INTO "link" VALUES('01a22fa2-a248-764a-a8a8-7d6fa65e15b9','01a22fa2-a25b-71aa-ae7d-ae3f2a3d975f','claimant',0,NULL,NULL,'01a22fa2-a25f-7b7d-a6af-2b7f84703d9c',1,'2026-12-01 03:25:17.280223','2026-12-01 03:25:17.280225','0192f000-0000-7000-8000-00000000ada1','{}');
CREATE TABLE project (
	title VARCHAR NOT NULL, 
	guidelines VARCHAR NOT NULL, 
	id VARCHAR NOT NULL, 
	version INTEGER NOT NULL, 
	created DATETIME NOT NULL, 
	updated DATETIME NOT NULL, 
	"by" VARCHAR, 
	extra JSON NOT NULL, 
	CONSTRAINT pk_project PRIMARY KEY (id)
);
INSERT INTO "project" VALUES('Kept','# Guidelines

Read the whole article once before you mark anything.

1. Mark what stands there, not what was meant. Errors, odd spaces and missing marks stay as they are.
2. A span may hold another, cross another, or stand in several segments. When in doubt whether two things are one span, ask whether the same person says both in one breath.
3. Link each span to the one whose words, claim, doubt or judgement it is: the person, not the newspaper that reports it. Where a newspaper relays a source, link the source and name the newspaper in a second link.
4. Somebody who cannot be named is an anonymous entity of this one article. “Unknown” is an answer too; an unlinked span is not an answer yet.
5. Credits, captions of pictures, teasers and cross-posts are not the article''s text. Leave them unmarked.
6. Not sure? Mark it, and flag it as unsure with a note. A second look is cheap, a lost thought is not.
','01a22fa2-a009-7c8a-9241-8526ada5d3dd',1,'2026-12-01 03:25:17.008743','2026-12-01 03:25:17.008745','0192f000-0000-7000-8000-00000000ada1','{}');
CREATE TABLE region (
	article_id VARCHAR NOT NULL, 
	kind VARCHAR NOT NULL, 
	start INTEGER NOT NULL, 
	"end" INTEGER NOT NULL, 
	id VARCHAR NOT NULL, 
	version INTEGER NOT NULL, 
	created DATETIME NOT NULL, 
	updated DATETIME NOT NULL, 
	"by" VARCHAR, 
	extra JSON NOT NULL, 
	CONSTRAINT pk_region PRIMARY KEY (id), 
	CONSTRAINT fk_region_article_id FOREIGN KEY(article_id) REFERENCES article (id) DEFERRABLE INITIALLY DEFERRED
);
CREATE TABLE relation (
	kind VARCHAR NOT NULL, 
	source_id VARCHAR NOT NULL, 
	target_id VARCHAR NOT NULL, 
	id VARCHAR NOT NULL, 
	version INTEGER NOT NULL, 
	created DATETIME NOT NULL, 
	updated DATETIME NOT NULL, 
	"by" VARCHAR, 
	extra JSON NOT NULL, 
	CONSTRAINT pk_relation PRIMARY KEY (id), 
	CONSTRAINT fk_relation_source_id FOREIGN KEY(source_id) REFERENCES span (id) DEFERRABLE INITIALLY DEFERRED, 
	CONSTRAINT fk_relation_target_id FOREIGN KEY(target_id) REFERENCES span (id) DEFERRABLE INITIALLY DEFERRED
);
CREATE TABLE revision (
	id INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT, 
	at DATETIME NOT NULL, 
	"by" VARCHAR NOT NULL, 
	kind VARCHAR NOT NULL, 
	reverts INTEGER, 
	CONSTRAINT fk_revision_reverts FOREIGN KEY(reverts) REFERENCES revision (id)
);
INSERT INTO "revision" VALUES(1,'2026-12-01 03:25:17.010890','0192f000-0000-7000-8000-00000000ada1','new project',NULL);
INSERT INTO "revision" VALUES(2,'2026-12-01 03:25:17.172090','0192f000-0000-7000-8000-00000000ada1','import',NULL);
INSERT INTO "revision" VALUES(3,'2026-12-01 03:25:17.225299','0192f000-0000-7000-8000-00000000ada1','add span',NULL);
INSERT INTO "revision" VALUES(4,'2026-12-01 03:25:17.246152','0192f000-0000-7000-8000-00000000ada1','link to new entity',NULL);
INSERT INTO "revision" VALUES(5,'2026-12-01 03:25:17.257229','0192f000-0000-7000-8000-00000000ada1','add span',NULL);
INSERT INTO "revision" VALUES(6,'2026-12-01 03:25:17.269008','0192f000-0000-7000-8000-00000000ada1','edit attributes',NULL);
INSERT INTO "revision" VALUES(7,'2026-12-01 03:25:17.280625','0192f000-0000-7000-8000-00000000ada1','link to new entity',NULL);
INSERT INTO "revision" VALUES(8,'2026-12-01 03:25:17.292942','0192f000-0000-7000-8000-00000000ada1','edit note',NULL);
INSERT INTO "revision" VALUES(9,'2026-12-01 03:25:17.301241','0192f000-0000-7000-8000-00000000ada1','mark as unsure',NULL);
INSERT INTO "revision" VALUES(10,'2026-12-01 03:25:17.308616','0192f000-0000-7000-8000-00000000ada1','add span',NULL);
INSERT INTO "revision" VALUES(11,'2026-12-01 03:25:17.327529','0192f000-0000-7000-8000-00000000ada1','link',NULL);
INSERT INTO "revision" VALUES(12,'2026-12-01 03:25:17.339039','0192f000-0000-7000-8000-00000000ada1','delete span',NULL);
INSERT INTO "revision" VALUES(13,'2026-12-01 03:25:17.350914','0192f000-0000-7000-8000-00000000ada1','retag',NULL);
INSERT INTO "revision" VALUES(14,'2026-12-01 03:25:17.367366','0192f000-0000-7000-8000-00000000ada1','retag',13);
INSERT INTO "revision" VALUES(15,'2026-12-01 03:25:17.374582','0192f000-0000-7000-8000-00000000ada1','mark as done',NULL);
INSERT INTO "revision" VALUES(16,'2026-12-01 03:25:17.388768','0192f000-0000-7000-8000-00000000ada1','remove article',NULL);
CREATE TABLE search_article (
	number INTEGER NOT NULL, 
	article_id VARCHAR NOT NULL, 
	sha256 VARCHAR NOT NULL, 
	CONSTRAINT pk_search_article PRIMARY KEY (number)
);
CREATE TABLE search_state (
	id INTEGER NOT NULL, 
	revisions INTEGER NOT NULL, 
	last INTEGER NOT NULL, 
	CONSTRAINT pk_search_state PRIMARY KEY (id)
);
CREATE TABLE span (
	layer_id VARCHAR NOT NULL, 
	tag_id VARCHAR NOT NULL, 
	segments JSON NOT NULL, 
	start INTEGER NOT NULL, 
	"end" INTEGER NOT NULL, 
	"key" VARCHAR NOT NULL, 
	attributes JSON NOT NULL, 
	note VARCHAR NOT NULL, 
	unsure BOOLEAN NOT NULL, 
	origin JSON, 
	id VARCHAR NOT NULL, 
	version INTEGER NOT NULL, 
	created DATETIME NOT NULL, 
	updated DATETIME NOT NULL, 
	"by" VARCHAR, 
	extra JSON NOT NULL, 
	CONSTRAINT pk_span PRIMARY KEY (id), 
	CONSTRAINT fk_span_layer_id FOREIGN KEY(layer_id) REFERENCES layer (id) DEFERRABLE INITIALLY DEFERRED, 
	CONSTRAINT fk_span_tag_id FOREIGN KEY(tag_id) REFERENCES tag (id) DEFERRABLE INITIALLY DEFERRED
);
INSERT INTO "span" VALUES('1637c942-5a29-58b5-8037-1d35efbb6676','quote','[[0,9],[36,53]]',0,53,'0-9,36-53','{}','',0,NULL,'01a22fa2-a227-7e95-b878-8fd919200ade',4,'2026-12-01 03:25:17.224445','2026-12-01 03:25:17.365065','0192f000-0000-7000-8000-00000000ada1','{}');
INSERT INTO "span" VALUES('1637c942-5a29-58b5-8037-1d35efbb6676','claim','[[54,87]]',54,87,'54-87','{"certainty":"possible"}','ask the council',1,NULL,'01a22fa2-a248-764a-a8a8-7d6fa65e15b9',5,'2026-12-01 03:25:17.256782','2026-12-01 03:25:17.300156','0192f000-0000-7000-8000-00000000ada1','{}');
CREATE TABLE tag (
	name VARCHAR NOT NULL, 
	"key" VARCHAR NOT NULL, 
	role VARCHAR NOT NULL, 
	light VARCHAR NOT NULL, 
	dark VARCHAR NOT NULL, 
	line VARCHAR NOT NULL, 
	guideline VARCHAR NOT NULL, 
	"order" INTEGER NOT NULL, 
	attributes JSON NOT NULL, 
	id VARCHAR NOT NULL, 
	version INTEGER NOT NULL, 
	created DATETIME NOT NULL, 
	updated DATETIME NOT NULL, 
	"by" VARCHAR, 
	extra JSON NOT NULL, 
	CONSTRAINT pk_tag PRIMARY KEY (id)
);
INSERT INTO "tag" VALUES('Quote','1','speaker','#12306F','#8E9ADA','solid','Words that the article gives as somebody''s own, with the marks around them. Mark the whole of what was said as one span, in several segments where “she said” interrupts it. Without marks it is a quote only where the wording itself is reported; then its form is indirect.',1,'[{"name":"form","values":["direct","indirect","mixed","scare"]},{"name":"unclosed","values":[]},{"name":"altered","values":[]}]','quote',1,'2026-12-01 03:25:17.009373','2026-12-01 03:25:17.009375','0192f000-0000-7000-8000-00000000ada1','{}');
INSERT INTO "tag" VALUES('Claim','2','claimant','#9A3A00','#FF961E','dashed','A statement that could be found true or false, without the words that attribute it. Annotate it as written, errors kept. A claim inside a quote is a claim as well.',2,'[{"name":"certainty","values":["certain","probable","possible"]},{"name":"polarity","values":["affirmed","denied"]},{"name":"owner","values":["attributed","author"]}]','claim',1,'2026-12-01 03:25:17.009375','2026-12-01 03:25:17.009377','0192f000-0000-7000-8000-00000000ada1','{}');
INSERT INTO "tag" VALUES('Hedge','3','hedger','#A700F5','#F1D7EE','wavy','The words that weaken a statement: may, reportedly, appears to, some say. Mark the words alone, not what they weaken.',3,'[{"name":"kind","values":["epistemic","evidential","weasel"]}]','hedge',1,'2026-12-01 03:25:17.009377','2026-12-01 03:25:17.009378','0192f000-0000-7000-8000-00000000ada1','{}');
INSERT INTO "tag" VALUES('Opinion','4','holder','#058672','#15E2A4','dotted','A judgement that nobody could check: praise, blame, a wish, a forecast. Its holder may be the author of the article.',4,'[{"name":"polarity","values":["positive","negative","neutral"]},{"name":"intensity","values":["weak","medium","strong"]}]','opinion',1,'2026-12-01 03:25:17.009378','2026-12-01 03:25:17.009379','0192f000-0000-7000-8000-00000000ada1','{}');
CREATE TABLE tombstone (
	id VARCHAR NOT NULL, 
	at DATETIME NOT NULL, 
	CONSTRAINT pk_tombstone PRIMARY KEY (id)
);
INSERT INTO "tombstone" VALUES('01a22fa2-a28e-73ff-a556-9186393490c4','2026-12-01 03:25:17.337522');
INSERT INTO "tombstone" VALUES('01a22fa2-a27b-702a-95de-e4691f7185e8','2026-12-01 03:25:17.338987');
INSERT INTO "tombstone" VALUES('01a22fa2-a1e2-7161-8f7a-cb9a8e2fbfcc','2026-12-01 03:25:17.388698');
CREATE INDEX ix_article_replaces ON article (replaces);
CREATE INDEX ix_revision_by_id ON revision ("by", id);
CREATE INDEX ix_assignment_annotator_id ON assignment (annotator_id);
CREATE UNIQUE INDEX uq_assignment ON assignment (article_id, annotator_id);
CREATE INDEX ix_change_key_revision_id ON change ("key", revision_id);
CREATE INDEX ix_collection_article_article_id ON collection_article (article_id);
CREATE UNIQUE INDEX uq_collection_article ON collection_article (collection_id, article_id);
CREATE INDEX ix_dismissal_annotator_id ON dismissal (annotator_id);
CREATE INDEX ix_dismissal_tag_id ON dismissal (tag_id);
CREATE UNIQUE INDEX uq_dismissal ON dismissal (article_id, annotator_id, tag_id, "key");
CREATE INDEX ix_entity_article_id ON entity (article_id);
CREATE INDEX ix_entity_merged_into ON entity (merged_into);
CREATE INDEX ix_entity_name ON entity (name);
CREATE INDEX ix_layer_annotator_id ON layer (annotator_id);
CREATE UNIQUE INDEX uq_layer_annotator ON layer (article_id, annotator_id);
CREATE UNIQUE INDEX uq_layer_final ON layer (article_id) WHERE kind = 'final';
CREATE INDEX ix_region_article_id ON region (article_id);
CREATE INDEX ix_span_layer_id_start ON span (layer_id, start);
CREATE INDEX ix_span_tag_id ON span (tag_id);
CREATE UNIQUE INDEX uq_span ON span (layer_id, tag_id, "key");
CREATE INDEX ix_comment_answers ON comment (answers);
CREATE INDEX ix_comment_author_id ON comment (author_id);
CREATE INDEX ix_comment_span_id ON comment (span_id);
CREATE INDEX ix_decision_reviewer_id ON decision (reviewer_id);
CREATE UNIQUE INDEX uq_decision ON decision (span_id, reviewer_id);
CREATE INDEX ix_link_entity_id ON link (entity_id);
CREATE INDEX ix_link_span_id ON link (span_id);
CREATE INDEX ix_relation_source_id ON relation (source_id);
CREATE INDEX ix_relation_target_id ON relation (target_id);
CREATE UNIQUE INDEX ix_search_article_article_id ON search_article (article_id);
CREATE INDEX ix_article_order_id ON article ("order", id);
CREATE INDEX ix_article_text_sha256_id ON article_text (sha256, id);
DELETE FROM "sqlite_sequence";
INSERT INTO "sqlite_sequence" VALUES('revision',16);
COMMIT;
