"""statements → snapshot: names resolved, statements folded into objects, one row per statement."""

from __future__ import annotations
