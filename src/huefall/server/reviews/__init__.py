"""Reviews of finished matches: asked for by anybody, computed in the background one at a time, kept beside the record."""
