"""checker: what a pull request of SQL will redeploy, why, and in what order."""

from __future__ import annotations

__version__ = "0.1.0"
