"""Groups: a block with ping-pong registers has two, and so has what is launched at once (docs/nvdla/groups.md)."""

from __future__ import annotations

from models.layer import Claim, Layer

GROUPS = (0, 1)
_INSTANCES = tuple(f"group {group}" for group in GROUPS)
_GROUP_OF = {instance: group for group, instance in enumerate(_INSTANCES)}


def instance_of(group: int) -> str:
    """What claims of a group call their instance."""
    return _INSTANCES[group]


def group_of(owner: Claim | Layer) -> int:
    """The group of a claim, or of the block that leads a layer."""
    return _GROUP_OF[owner.instance]
