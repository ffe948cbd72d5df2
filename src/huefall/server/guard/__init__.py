"""What stands between the world and the tables. None of it knows a table.

Around the application, from the outside in: ``headers.SecurityHeaders``, ``headers.with_cors``, ``gate.Gate`` (who
asks, how often, from which page), ``body.BodyLimit``. The sockets ask ``connections`` and ``rates`` themselves.
"""
