"""What a former run found in files that have not changed since, so that a check costs what the change costs."""

from __future__ import annotations
