"""``hexwar explain``: what a finding means, with YAML that causes it and YAML that does not."""

from __future__ import annotations

import argparse
import re
import sys

from hexwar.cli import CLEAN, UsageError
from hexwar.cli.terminal import colored
from hexwar.definition.codes import CODES
from hexwar.definition.report import format_explanation
from hexwar.definition.spelling import echoed, suggestion

EXAMPLES = """\
examples:
  hexwar explain HW204     what this finding of hexwar check means, and how to mend it
  hexwar explain           every code with its title
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare what ``hexwar explain`` accepts."""
    parser.epilog = EXAMPLES
    parser.add_argument(
        "code", metavar="CODE", nargs="?", help="the code of a finding, such as HW204"
    )


def run(arguments: argparse.Namespace) -> int:
    """Print the explanation of a code, or the list of codes."""
    if arguments.code is None:
        for known in CODES.values():
            print(f"{known.code}  {known.severity:7}  {known.title}")
        return CLEAN
    # ``hw204``, ``204`` and ``error[HW204]`` all mean HW204.
    digits = re.search(r"(\d+)\]?\s*$", arguments.code)
    code = f"HW{digits[1]:0>3}" if digits else arguments.code.upper()
    if code not in CODES:
        # A word without a digit is hardly a mistyped code: somebody who asks for one means the
        # format.
        if arguments.code.isidentifier() and not any(map(str.isdigit, arguments.code)):
            word = arguments.code[:60]
            refusal = f"{echoed(word)} is no code such as HW204"
            raise UsageError(f"{refusal}; for a word of the format: hexwar book --search {word}")
        # Codes of the same first digit are about the same subject.
        alike = [known for known in CODES if known[:3] == code[:3]]
        near = f"near it are {', '.join(alike)}" if alike else suggestion(code, CODES)
        refusal = f"there is no code {echoed(arguments.code)}; {near}"
        raise UsageError(f"{refusal}; hexwar explain lists them all")
    print(format_explanation(CODES[code], color=colored(sys.stdout)))
    return CLEAN
