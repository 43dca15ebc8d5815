"""Programs of ranks that the tests share."""

import orrery


async def ring(comm, v):
    """Every block travels round the ring twice: first it is summed up, then handed out."""
    p, r = comm.size, comm.rank
    right, left = (r + 1) % p, (r - 1) % p
    for k in range(p - 1):
        # Rank r sends block r - k to the right, and adds the one from the left to its own.
        await comm.round(k)
        arriving = v.block((r - k - 1) % p)
        incoming = await comm.scratch(len(arriving))
        await comm.sendrecv(v.block((r - k) % p), to=right, into=incoming, source=left)
        await comm.reduce(arriving, incoming)
    for k in range(p - 1):
        # The finished blocks follow each other.
        await comm.round(p - 1 + k)
        await comm.sendrecv(v.block((r + 1 - k) % p), to=right, into=v.block((r - k) % p), source=left)


my_ring = orrery.algorithm("allreduce", name="my-ring", rounds=lambda x: 2 * (x.p - 1), needs_commutative=True)(ring)


@orrery.algorithm("broadcast", rounds=lambda x: max(x.p - 1, 0).bit_length())
async def my_tree(comm, v):
    """Doubling: in round k every rank that has the vector sends it 2^k further."""
    p, root = comm.size, comm.problem.root
    mine = (comm.rank - root) % p
    for k in range((p - 1).bit_length()):
        await comm.round(k)
        if mine < 2**k and mine + 2**k < p:
            await comm.send(v, to=(comm.rank + 2**k) % p)
        elif 2**k <= mine < 2 ** (k + 1):
            await comm.recv(v, source=(comm.rank - 2**k) % p)


@orrery.algorithm("allreduce", name="with-parts")
async def with_parts(comm, v):
    """A reduce to rank 0, then a broadcast, by algorithms of the catalogue."""
    await orrery.reduce(comm, v, algorithm="binomial")
    await orrery.broadcast(comm, v, algorithm="binomial")


@orrery.algorithm("broadcast", name="by-halves")
async def by_halves(comm, v):
    """The root hands the vector to one rank of each half; halves broadcast by themselves."""
    half, root, p = max(comm.size // 2, 1), comm.problem.root, comm.size
    heads = [0] if p == 1 else [0, half]
    for head in heads:
        if comm.rank == root and head != root:
            await comm.send(v, to=head)
        elif comm.rank == head and head != root:
            await comm.recv(v, source=root)
    mine = range(half) if comm.rank < half else range(half, p)
    await orrery.broadcast(comm.split(mine), v, root=0)
