"""The settings of a server: declared once, from flags, the environment and a file (docs/hosting.md)."""

from huefall.server.settings.declared import Settings
from huefall.server.settings.flags import add_flags, given_flags, settings_table
from huefall.server.settings.loading import SettingsError, read_settings

__all__ = ["Settings", "SettingsError", "add_flags", "given_flags", "read_settings", "settings_table"]
