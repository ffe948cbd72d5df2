"""Programs for the people who develop Huefall; not part of the package."""
