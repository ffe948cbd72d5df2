"""Protection of the server against the network. No module here knows tables.

Middleware around the application, from the outside in: ``headers.SecurityHeaders``, ``headers.with_cors``, ``gate.Gate``
(request rate and origin), ``body.BodyLimit``. Table sockets use ``connections`` and ``rates`` themselves.
"""
