"""How wheel and sdist are built: a small backend around hatchling that also builds the page (PEP 517)."""
