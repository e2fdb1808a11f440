"""Plans that real databases carry out."""

from __future__ import annotations
