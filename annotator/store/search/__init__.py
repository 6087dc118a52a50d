"""The index for searching all articles: which words they hold. It is made of the texts, and says of no more than that.

It only narrows down which articles are looked at; what is found is found in their texts. So a project is searched
without it all the same, only slower.
"""
