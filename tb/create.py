"""How components are made: through pyuvm's factory, so that a user can override each by a subclass."""

from __future__ import annotations

from typing import TypeVar

from pyuvm import ConfigDB, uvm_component

Component = TypeVar("Component", bound=uvm_component)


def create(kind: type[Component], name: str, parent: uvm_component, config: object) -> Component:
    """Create a component, or what overrides it, with its configuration.

    The configuration is the entry ``config`` of pyuvm's ConfigDB. As everywhere in UVM, an entry that was made further
    up, such as by a test, comes before this one.
    """
    ConfigDB().set(parent, name, "config", config)
    component: Component = kind.create(name, parent)
    return component
