"""How strong the bots are, and how their policy was found."""
