"""Links between the nodes of one service: calls, relayed sockets and forwarded requests (docs/decisions/0023-many-nodes.md)."""
