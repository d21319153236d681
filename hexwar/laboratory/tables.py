"""Results as a table for notebooks: Parquet, by pyarrow."""

from __future__ import annotations

import json
from itertools import islice
from pathlib import Path
from typing import Any

from hexwar.definition.whole_files import in_place_of
from hexwar.laboratory.results import rows_of
from hexwar.players.rows import ResultRow

TABLE = "games.parquet"
BY_SIDE = "losses", "choices"
_AT_ONCE = 5_000


class TableError(ValueError):
    """No table can be written; the sentence says why."""


def write_parquet(folder: Path) -> Path:
    """Write the games of a folder of results as a Parquet file beside them; its path.

    A column for each key of a row; what is by side is a map, the record a text of JSON.
    :class:`TableError` without pyarrow.
    """
    try:
        import pyarrow
        import pyarrow.parquet
    except ImportError:
        raise TableError("a table needs pyarrow: pip install 'hexwar[lab]'") from None
    text, number = pyarrow.string(), pyarrow.int32()
    kinds = {
        **dict.fromkeys(("hexwar", "code", "game", "digest", "scenario", "edition"), text),
        **dict.fromkeys(("seed", "winner", "level", "record"), text),
        **dict.fromkeys(("turns", "decisions"), number),
        "options": pyarrow.list_(text),
        "players": pyarrow.map_(text, text),
        **dict.fromkeys(BY_SIDE, pyarrow.map_(text, number)),
    }
    schema = pyarrow.schema(list(kinds.items()))
    path = folder / TABLE
    rows = rows_of(folder)
    with in_place_of(path) as part, pyarrow.parquet.ParquetWriter(part, schema) as writer:
        while some := [_flat(row) for row in islice(rows, _AT_ONCE)]:
            writer.write_table(pyarrow.Table.from_pylist(some, schema))
    return path


def _flat(row: ResultRow) -> dict[str, Any]:
    """A row as the columns take it."""
    data = dict(row.data)
    data["record"] = json.dumps(data.get("record", {}), ensure_ascii=False)
    return data | {key: list(data[key].items()) for key in ("players", *BY_SIDE)}
