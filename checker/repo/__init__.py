"""commit → files: git objects and the work tree, read and never run."""

from __future__ import annotations
