"""The HTTP side: the API, the page, its files, and the socket endpoint of a table."""
