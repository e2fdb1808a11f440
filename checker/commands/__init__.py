"""One module per subcommand; each takes the parsed options and gives an exit code."""

from __future__ import annotations
