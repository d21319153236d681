"""What phases may say of scopes."""

from typing import Annotated

from hexwar.definition.forms import Form, says
from hexwar.definition.tree import MappingNode


class PatchedPhase(Form):
    """What the package adds to phases."""

    patch: Annotated[
        MappingNode | None,
        says(
            "What is different in this phase: sections that change, as in an option.",
            {"movement": {"allowance": 12}},
        ),
    ] = None
