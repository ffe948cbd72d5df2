"""How bytes reach clients: connections, their wires, compression, uvicorn's protocols."""
