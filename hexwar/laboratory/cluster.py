"""Games on a cluster of Dask: many machines, or several processes here to try it.

Each game is a task of its own that needs nothing but the match, the seed and an installed hexwar,
so equal seeds give equal results wherever they run. A worker that dies takes nothing with it but
the games under way, which another plays again. The scheduler's own page shows the progress.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from itertools import islice
from typing import TYPE_CHECKING

from hexwar.laboratory.study import GamesPlayed, GameToPlay, Spread, recorded
from hexwar.players.player import PlayerError

if TYPE_CHECKING:
    from distributed import Client

LOCAL = "local:"
"""Before a number of processes: a cluster on this machine alone."""

_AT_ONCE = 1000
"""Tasks that the scheduler is given at once: enough to keep every worker busy, few to drop at the
end.
"""


class ClusterError(ValueError):
    """There is no cluster to play on; the sentence says why."""


@contextmanager
def on_cluster(address: str) -> Iterator[Spread]:
    """Play on the cluster whose scheduler has this address, or on one that is started here for the
    time being.

    :class:`ClusterError` where Dask is not installed or the scheduler does not answer.
    """
    try:
        from distributed import Client, LocalCluster
    except ImportError:
        raise ClusterError(
            "a cluster needs Dask distributed: pip install 'hexwar[cluster]'"
        ) from None
    try:
        if address.startswith(LOCAL):
            workers = int(address.removeprefix(LOCAL))
            started = LocalCluster(n_workers=workers, threads_per_worker=1)
            with started as cluster, Client(cluster) as client:
                yield on_client(client)
        else:
            with Client(address, timeout="10s") as client:
                yield on_client(client)
    except (OSError, TimeoutError) as problem:
        raise ClusterError(f"no scheduler answers at {address}: {problem}") from problem


def on_client(client: Client) -> Spread:
    """Play tasks with the workers of a client."""

    def spread(tasks: Sequence[GameToPlay]) -> GamesPlayed:
        from distributed import KilledWorker, as_completed

        waiting = iter(tasks)
        # A new task is sent for each that ends, so that the scheduler never holds them all.
        begun = islice(waiting, _AT_ONCE)
        # Not pure: else Dask would take tasks of equal arguments for one.
        under_way = {client.submit(recorded, task, pure=False): task for task in begun}
        ended = as_completed(list(under_way))
        try:
            for future in ended:
                task = under_way.pop(future)
                try:
                    result = future.result()
                except KilledWorker as killed:
                    refusal = f"a game ended every worker that played it: {killed}"
                    raise PlayerError(refusal) from None
                following = next(waiting, None)
                if following is not None:
                    added = client.submit(recorded, following, pure=False)
                    under_way[added] = following
                    ended.add(added)
                yield task, result
        finally:
            client.cancel(list(under_way))

    return spread
