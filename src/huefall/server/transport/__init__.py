"""How bytes reach clients: connections, the WebSocket wire, compression, uvicorn's protocols."""
