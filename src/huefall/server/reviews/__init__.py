"""Reviews of finished matches: requested by anyone, computed in the background one at a time, stored with the match."""
