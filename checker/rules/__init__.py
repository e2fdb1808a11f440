"""relations → relations: a Datalog program, checked, run to its fixed point, with a reason for every tuple."""

from __future__ import annotations
