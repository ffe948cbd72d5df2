"""The HTTP endpoints: the API, the page and its files, and the socket of a table."""
