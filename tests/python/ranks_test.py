"""Rank programs in Python, held against the catalogue and against brute force."""

import importlib.util
import unittest

import orrery
import rank_programs
from rank_programs import by_halves, my_ring, my_tree, with_parts


class RankPrograms(unittest.TestCase):
    def test_ring_does_what_ours_does(self):
        for p in (1, 2, 3, 5, 8):
            for bytes in (0, 1, 7, 1024, 1000):
                mine, ours = orrery.run(topology=f"torus:{p}", collective="allreduce", bytes=bytes,
                                        algorithm=[my_ring, "ring"], payload="real", alpha="1us", gamma="10ps/B")
                self.assertEqual((mine.verified, mine.rounds), (True, ours.rounds))
                self.assertEqual((mine.bytes_total, mine.messages), (ours.bytes_total, ours.messages))

    def test_verify_accepts_what_is_right(self):
        for algorithm in (my_ring, my_tree, with_parts, by_halves):
            found = orrery.verify(algorithm, ranks=6)
            self.assertTrue(found, found)
            self.assertGreater(found.data["cases"], 50)

    def test_verify_finds_the_smallest_case_that_fails(self):
        @orrery.algorithm("broadcast", name="forgets-the-last")
        async def forgets(comm, v):
            if comm.rank == comm.problem.root:
                for r in range(comm.size):
                    if r not in (comm.rank, 4):
                        await comm.send(v, to=r)
            elif comm.rank != 4:
                await comm.recv(v, source=comm.problem.root)

        found = orrery.verify(forgets)
        self.assertFalse(found)
        self.assertEqual(found.case["ranks"], "5")
        with self.assertRaisesRegex(orrery.NotVerified, "rank 4"):
            orrery.run(**found.case)

    def test_a_call_can_be_stepped_by_hand(self):
        class Steps:
            def __init__(self, call):
                self.steps = call.__await__()

            def __await__(self):
                while True:
                    try:
                        asked = next(self.steps)
                    except StopIteration as stop:
                        return stop.value
                    yield asked

        @orrery.algorithm("allreduce", name="steps")
        async def steps(comm, v):
            tmp = await Steps(comm.scratch(len(v)))
            self.assertEqual(len(tmp), len(v))
            await rank_programs.ring(comm, v)

        orrery.run(ranks=3, algorithm=steps)

    def test_a_promise_of_rounds_is_held(self):
        wrong = orrery.algorithm("allreduce", name="promises-less", rounds=lambda x: x.p)(rank_programs.ring)
        with self.assertRaisesRegex(orrery.NotVerified, "rounds says 4 rounds, but there were 6"):
            orrery.run(ranks=4, algorithm=wrong, payload="real")

    def test_provenance_counts_contributions_once(self):
        @orrery.algorithm("allreduce", name="adds-twice")
        async def twice(comm, v):
            tmp = await comm.scratch(len(v))
            for k in range(2):
                await comm.sendrecv(v, to=1 - comm.rank, into=tmp, source=1 - comm.rank)
                await comm.reduce(v, tmp)

        with self.assertRaises(orrery.NotVerified):
            orrery.run(ranks=2, algorithm=twice, payload="provenance")

    def test_exception_of_a_rank_has_its_traceback(self):
        @orrery.algorithm("allreduce", name="divides")
        async def divides(comm, v):
            if comm.rank == 2:
                return 1 // (comm.rank - 2)

        with self.assertRaisesRegex(orrery.RankFailed, r"(?s)rank 2.*ZeroDivisionError.*ranks_test.py.*1 // \(comm.rank") as caught:
            orrery.run(ranks=4, algorithm=divides)
        self.assertIsInstance(caught.exception.__cause__, ZeroDivisionError)

    def test_deadlock_says_the_line_of_each_rank(self):
        @orrery.algorithm("allreduce", name="all-receive")
        async def all_receive(comm, v):
            await comm.round(0)
            await comm.recv(v, source=(comm.rank + 1) % comm.size)  # waits for ever

        with self.assertRaises(orrery.Deadlock) as caught:
            orrery.run(ranks=3, algorithm=all_receive)
        text = str(caught.exception)
        for rank in range(3):
            self.assertRegex(text, rf"rank {rank} stands at .*ranks_test.py:\d+, in all_receive: await comm.recv")

    def test_data_and_promises_are_checked_unless_the_payload_is_given(self):
        @orrery.algorithm("broadcast", name="does-nothing", rounds=lambda x: 1)
        async def idle(comm, v):
            pass

        with self.assertRaises(orrery.NotVerified):
            orrery.run(ranks=4, collective="broadcast", algorithm=[idle, "binomial"])
        self.assertEqual(orrery.run(ranks=4, algorithm=idle, payload="ghost")[0].outcome, "fine")

    def test_errors_of_calls_are_raised_where_they_are_awaited(self):
        seen = []

        @orrery.algorithm("allreduce", name="catches")
        async def catches(comm, v):
            try:
                await comm.send(v, to=99)
            except ValueError as error:
                seen.append(str(error))

        orrery.run(ranks=2, algorithm=catches, payload="ghost")
        self.assertEqual(len(seen), 2)
        self.assertIn("rank 99", seen[0])

    def test_lanes(self):
        @orrery.algorithm("allreduce", name="two-lanes")
        async def two_lanes(comm, v):
            tmp = await comm.scratch(len(v))

            async def body(lane, i):
                mine, theirs = v.block(i, of=2), tmp.block(i, of=2)
                await lane.sendrecv(mine, to=1 - lane.rank, into=theirs, source=1 - lane.rank)
                await lane.reduce(mine, theirs)

            if comm.size == 2:
                await comm.lanes(2, body)

        self.assertTrue(orrery.run(ranks=2, algorithm=two_lanes, payload="real", bytes="1000B")[0].verified)

    def test_isend_irecv_wait_and_several_slices_in_one_message(self):
        @orrery.algorithm("allgather", name="all-at-once", rounds=lambda x: 1 if x.p > 1 else 0)
        async def at_once(comm, v):
            others = [r for r in range(comm.size) if r != comm.rank]
            if others:
                await comm.round(0)
            handles = [await comm.irecv(v.block(r), source=r) for r in others]
            for r in others:
                handles.append(await comm.isend([v.block(comm.rank)], to=r))
            await comm.wait(handles)

        self.assertTrue(orrery.verify(at_once, ranks=5))

    def test_a_cell_that_is_run_again_replaces_its_algorithm(self):
        async def first(comm, v):
            pass

        kept = orrery.algorithm("barrier", name="again")(first)
        fixed = orrery.algorithm("barrier", name="again")(lambda_like())
        self.assertEqual(orrery.run(ranks=4, collective="barrier", algorithm="again")[0].outcome, "fine")
        self.assertEqual(kept.name, fixed.name)

    def test_scratch_and_split_of_parts(self):
        found = orrery.verify(by_halves, ranks=7)
        self.assertTrue(found, found)

    def test_schedules_are_data(self):
        def doubling(x):
            return [[(r, r ^ (1 << k), range(x.p)) for r in range(x.p)] for k in range((x.p - 1).bit_length())]

        added = orrery.schedule("allreduce", doubling, name="doubling-as-data")
        for p in (2, 4, 8):
            run = orrery.run(ranks=p, algorithm=added, payload="provenance", bytes="64B")[0]
            self.assertEqual((run.verified, run.rounds), (True, (p - 1).bit_length()))
        ring = [[(r, (r + 1) % 5, (r - k) % 5) for r in range(5)] for k in range(4)]
        gathered = orrery.schedule("allgather", ring, name="ring-as-data")
        self.assertTrue(orrery.run(ranks=5, algorithm=gathered, payload="provenance", bytes="1KiB")[0].verified)

    @unittest.skipUnless(importlib.util.find_spec("numpy"), "numpy is not installed")
    def test_schedules_may_have_numbers_of_numpy(self):
        import numpy

        ranks = numpy.arange(5)
        for blocks in (lambda b: b, lambda b: numpy.array([b])):
            ring = [[(r, (r + 1) % 5, blocks((r - k) % 5)) for r in ranks] for k in range(4)]
            gathered = orrery.schedule("allgather", ring, name="ring-of-numpy")
            self.assertTrue(orrery.run(ranks=5, algorithm=gathered, payload="provenance", bytes="1KiB")[0].verified)

    def test_schedules_that_add_twice_are_refused(self):
        for rounds, text in (([[(0, 1, [0])], [(0, 1, [0])]], "count them twice"), ([[(0, 1, [3])]], "block 3 of .*expected 0 .. 2"),
                             ([[(0, 1)]], "not a message; expected")):
            wrong = orrery.schedule("allreduce", rounds, name="odd")
            with self.assertRaisesRegex(orrery.RankFailed, text):
                orrery.run(ranks=3, algorithm=wrong)

    def test_problem_tells_what_is_worked_on(self):
        seen = {}

        @orrery.algorithm("gather", name="looks")
        async def looks(comm, v):
            x = comm.problem
            seen[comm.rank] = (x.p, x.root, x.count, x.element_bytes, len(v), list(x.dims))

        orrery.run(topology="torus:2x3", collective="gather", algorithm="looks", root=4, bytes="60B", check=False)
        self.assertEqual(seen[5], (6, 4, 60, 1, 360, [2, 3]))


def lambda_like():
    async def fixed(comm, v):
        await orrery.barrier(comm, None)

    return fixed


if __name__ == "__main__":
    unittest.main()
