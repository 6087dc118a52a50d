"""The view of the entities: their list, the page of one, and the dialogs that change them."""
