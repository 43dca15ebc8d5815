"""Eighty-three ways to use the module wrongly. Each ends in an error that says what is wrong: no crash, no hang."""

import contextlib
import faulthandler
import itertools
import os
import signal
import subprocess
import sys
import textwrap
import threading
import time
import unittest
import warnings

import orrery

_NUMBER = itertools.count()
WATCH = int(os.environ.get("ORRERY_TEST_SECONDS", "60"))  # more under valgrind


def ran(function, collective="allreduce", ranks=4, **keys):
    """Run a program of ranks, whose data are not checked."""
    algorithm = orrery.algorithm(collective, name=f"misuse-{next(_NUMBER)}")(function)
    return orrery.run(ranks=ranks, collective=collective, algorithm=algorithm, **{"bytes": "64B", "payload": "ghost", **keys})


async def nothing(comm, v):
    pass


class Watched(unittest.TestCase):
    def setUp(self):
        faulthandler.dump_traceback_later(WATCH, exit=True)

    def tearDown(self):
        faulthandler.cancel_dump_traceback_later()

    def fails(self, kind, text, function, **keys):
        with self.assertRaisesRegex(kind, "(?s)" + text):
            ran(function, **keys)
        after = orrery.run(ranks=2, bytes="1KiB")  # nothing is left behind
        self.assertEqual(after[0].outcome, "fine")


class Awaiting(Watched):
    def test_01_await_forgotten(self):
        async def f(comm, v):
            comm.sendrecv(v, to=0, into=v, source=0)

        self.fails(orrery.RankFailed, r"misuse_test.py:\d+: comm.sendrecv\(...\) was called without await", f)

    def test_02_await_forgotten_in_a_variable(self):
        async def f(comm, v):
            kept = comm.send(v, to=(comm.rank + 1) % 4)
            await comm.round(0)

        self.fails(orrery.RankFailed, "send.*without await", f)

    def test_03_awaited_twice(self):
        async def f(comm, v):
            call = comm.round(0)
            await call
            await call

        self.fails(orrery.RankFailed, "awaited already", f)

    def test_04_handle_waited_for_twice(self):
        async def f(comm, v):
            handle = await comm.isend(v, to=(comm.rank + 1) % 4)
            await comm.recv(v, source=(comm.rank - 1) % 4)
            await comm.wait(handle)
            await comm.wait(handle)

        self.fails(orrery.RankFailed, "waited for already", f)

    def test_05_handle_never_waited_for(self):
        async def f(comm, v):
            await comm.isend(v, to=(comm.rank + 1) % 4)
            await comm.recv(v, source=(comm.rank - 1) % 4)

        self.fails(orrery.RankFailed, "without waiting", f)

    def test_06_request_as_slice(self):
        async def f(comm, v):
            await comm.send(comm.scratch(4), to=1)

        self.fails(orrery.RankFailed, "await", f)

    def test_07_asyncio_sleep(self):
        async def f(comm, v):
            import asyncio

            await asyncio.sleep(0)

        self.fails(orrery.RankFailed, "not of orrery", f)

    def test_08_asyncio_future(self):
        async def f(comm, v):
            import asyncio

            loop = asyncio.new_event_loop()
            try:
                await loop.create_future()
            finally:
                loop.close()

        self.fails(orrery.RankFailed, "not of orrery", f)

    def test_09_await_of_a_number(self):
        async def f(comm, v):
            await 3

        self.fails(orrery.RankFailed, "TypeError.*int", f)

    def test_10_a_request_kept_for_another_rank(self):
        kept = []

        async def f(comm, v):
            kept.append(comm.send(v, to=0))
            await comm.round(0)
            await kept[0]

        self.fails(orrery.RankFailed, "another rank|awaited already|without await", f)

    def test_11_request_awaited_after_the_run(self):
        kept = []

        async def f(comm, v):
            kept.append(comm)
            await comm.round(0)

        ran(f)
        with self.assertRaisesRegex(RuntimeError, "has ended"):
            kept[0].round(1)

    def test_12_plain_coroutine_not_awaited(self):
        async def g(comm, v):
            await comm.recv(v, source=0)

        async def f(comm, v):
            g(comm, v)

        with self.assertWarnsRegex(RuntimeWarning, "never awaited"):
            ran(f, check=False)
            import gc

            gc.collect()


    def test_63_call_that_is_iterated(self):
        async def f(comm, v):
            for _ in comm.recv(v, source=0):
                pass

        async def g(comm, v):
            next(comm.recv(v, source=0))

        self.fails(orrery.RankFailed, r"comm.recv\(...\) is a call, not a list; expected await before it", f)
        self.fails(orrery.RankFailed, r"comm.recv\(...\) was called without await", g)

    def test_64_call_that_is_stepped_by_hand(self):
        async def f(comm, v):
            call = comm.round(0)
            call.__await__().__next__()
            await call

        async def g(comm, v):
            async def helper():
                await comm.round(0)

            helper().send(None)

        self.fails(orrery.RankFailed, "comm.round has been awaited already", f)
        self.fails(orrery.RankFailed, r"comm.round\(...\) was called without await", g)

    def test_65_part_without_await(self):
        async def f(comm, v):
            orrery.allreduce(comm, v)

        async def g(comm, v):
            orrery.allreduce(comm.split(range(comm.size)), v)

        self.fails(orrery.RankFailed, r"orrery.allreduce\(...\) was called without await", f)
        with warnings.catch_warnings():  # it warns as well
            warnings.simplefilter("ignore")
            self.fails(orrery.RankFailed, r"comm.split\(...\) was called without await", g)

    def test_66_own_awaitables_are_fine(self):
        class Twice:
            def __init__(self, comm):
                self.comm = comm

            def __await__(self):
                yield from self.comm.round(0).__await__()
                yield from self.comm.round(1).__await__()

        async def f(comm, v):
            await Twice(comm)

        self.assertEqual(ran(f, check=False)[0].rounds, 2)


class Functions(Watched):
    def refuses(self, text, function, kind=TypeError, **promises):
        with self.assertRaisesRegex(kind, text):
            orrery.algorithm("allreduce", name=f"misuse-{next(_NUMBER)}", **promises)(function)

    def test_13_generator(self):
        def f(comm, v):
            yield comm

        self.refuses("uses yield; expected async def", f)

    def test_14_async_generator(self):
        async def f(comm, v):
            yield comm

        self.refuses("uses yield", f)

    def test_15_plain_function(self):
        def f(comm, v):
            return None

        self.refuses("expected async def f", f)

    def test_16_too_few_parameters(self):
        async def f(comm):
            pass

        self.refuses(r"expected two parameters, \(comm, v\)", f)

    def test_17_too_many_parameters(self):
        async def f(comm, v, more):
            pass

        self.refuses("two parameters", f)

    def test_18_no_function(self):
        self.refuses("not a coroutine function", 7)

    def test_19_unknown_collective(self):
        with self.assertRaisesRegex(orrery.InputError, "allreduce"):
            orrery.algorithm("allreduc")

    def test_20_bad_name(self):
        async def f(comm, v):
            pass

        with self.assertRaisesRegex(ValueError, "a-z, 0-9"):
            orrery.algorithm("allreduce", name="My Ring")(f)

    def test_21_name_of_a_built_in_one(self):
        async def f(comm, v):
            pass

        with self.assertRaisesRegex(ValueError, "already exists"):
            orrery.algorithm("allreduce", name="ring")(f)

    def test_22_promise_that_is_no_function(self):
        async def f(comm, v):
            pass

        self.refuses("expected a function of a Problem", f, rounds=6)

    def test_23_promise_that_raises(self):
        async def f(comm, v):
            pass

        bad = orrery.algorithm("barrier", name="bad-promise", rounds=lambda x: 1 // 0)(f)
        with self.assertRaisesRegex((orrery.RunFailed, ValueError), "(?s)rounds of barrier bad-promise.*ZeroDivisionError"):
            orrery.run(ranks=1, algorithm=bad, payload="real")

    def test_24_promise_of_another_type(self):
        async def f(comm, v):
            pass

        bad = orrery.algorithm("barrier", name="text-promise", rounds=lambda x: "six")(f)
        with self.assertRaisesRegex((orrery.RunFailed, ValueError), "rounds of barrier"):
            orrery.run(ranks=1, algorithm=bad, payload="real")

    def test_25_unsupported_says_why(self):
        async def f(comm, v):
            pass

        odd = orrery.algorithm("barrier", name="odd-only", unsupported=lambda x: None if x.p % 2 else "needs odd p")(f)
        with self.assertRaisesRegex((orrery.InputError, orrery.RunFailed), "needs odd p"):
            orrery.run(ranks=4, algorithm=odd)

    def test_26_returns_no_coroutine(self):
        class Tricky:
            __name__ = "tricky"

            async def __call__(self, comm, v):
                pass

        tricky = Tricky()
        algorithm = orrery.algorithm("barrier", name="tricky")(tricky)
        Tricky.__call__ = lambda self, comm, v: 5
        with self.assertRaisesRegex(orrery.RankFailed, "returned int; expected a coroutine"):
            orrery.run(ranks=2, algorithm=algorithm)


class Calls(Watched):
    def test_27_exception_in_one_rank(self):
        async def f(comm, v):
            if comm.rank == 1:
                raise LookupError("lost it")
            await comm.recv(v, source=1)

        self.fails(orrery.RankFailed, "rank 1: LookupError: lost it", f)

    def test_28_exception_in_every_rank(self):
        async def f(comm, v):
            raise LookupError(comm.rank)

        self.fails(orrery.RankFailed, "LookupError", f)

    def test_29_exception_in_finally_while_given_up(self):
        async def f(comm, v):
            try:
                await comm.recv(v, source=(comm.rank + 1) % 4)
            finally:
                raise KeyError("in finally")

        self.fails(orrery.Deadlock, "recv", f)

    def test_30_await_in_finally_while_given_up(self):
        async def f(comm, v):
            try:
                await comm.recv(v, source=(comm.rank + 1) % 4)
            finally:
                await comm.round(1)

        self.fails(orrery.Deadlock, "recv", f)

    def test_31_recursion(self):
        async def f(comm, v):
            await f(comm, v)

        self.fails(orrery.RankFailed, "RecursionError", f)

    def test_32_recursion_through_c(self):
        class Deep:
            def __repr__(self):
                return repr([self, Deep()])

        async def f(comm, v):
            repr(Deep())

        self.fails(orrery.RankFailed, "RecursionError", f)

    def test_33_numpy_in_place_of_a_slice(self):
        try:
            import numpy
        except ImportError:
            self.skipTest("numpy is not installed")

        async def f(comm, v):
            await comm.send(numpy.zeros(4), to=0)

        self.fails(orrery.RankFailed, "numpy array; ranks never see data", f)

    def test_34_numpy_of_wrong_type_as_key(self):
        try:
            import numpy
        except ImportError:
            self.skipTest("numpy is not installed")
        self.assertEqual(len(orrery.run(ranks=numpy.array([2, 4], dtype="int16"))), 2)
        with self.assertRaisesRegex((orrery.InputError, TypeError), "ranks"):
            orrery.run(ranks=numpy.array([2 + 1j]))

    def test_35_bytes_in_place_of_a_slice(self):
        async def f(comm, v):
            await comm.recv(b"1234", source=0)

        self.fails(orrery.RankFailed, "recv: expected a slice .* got bytes", f)

    def test_36_rank_out_of_range(self):
        async def f(comm, v):
            await comm.send(v, to=comm.size)

        self.fails(orrery.RankFailed, r"send to rank 4: expected 0 .. 3", f)

    def test_37_rank_is_a_float(self):
        async def f(comm, v):
            await comm.send(v, to=1.5)

        self.fails(orrery.RankFailed, "TypeError", f)

    def test_38_message_to_itself(self):
        async def f(comm, v):
            await comm.send(v, to=comm.rank)

        self.fails((orrery.RankFailed, orrery.Deadlock), "rank", f)

    def test_39_message_larger_than_its_buffer(self):
        async def f(comm, v):
            if comm.rank == 0:
                await comm.send(v, to=1)
            if comm.rank == 1:
                await comm.recv(v[:3], source=0)

        self.fails(orrery.RankFailed, "rank", f)

    def test_40_block_out_of_range(self):
        async def f(comm, v):
            v.block(4)

        self.fails(orrery.RankFailed, r"block 4 of 4; expected 0 .. 3", f)

    def test_41_block_of_scratch_without_a_number(self):
        async def f(comm, v):
            (await comm.scratch(8)).block(0)

        self.fails(orrery.RankFailed, r"block\(i, of=n\)", f)

    def test_42_slice_with_steps(self):
        async def f(comm, v):
            v[::2]

        self.fails(orrery.RankFailed, "expected step 1", f)

    def test_43_scratch_of_less_than_nothing(self):
        async def f(comm, v):
            await comm.scratch(-1)

        self.fails(orrery.RankFailed, "scratch of -1 elements", f)

    def test_44_reduce_of_different_lengths(self):
        async def f(comm, v):
            await comm.reduce(v[:4], v[4:10])

        self.fails(orrery.RankFailed, "6 elements", f)

    def test_45_rounds_backwards(self):
        async def f(comm, v):
            await comm.round(1)
            await comm.round(0)

        self.fails(orrery.RankFailed, "never go backwards", f)

    def test_46_split_without_itself(self):
        async def f(comm, v):
            await comm.split([(comm.rank + 1) % 4])

        self.fails(orrery.RankFailed, "without the calling rank", f)

    def test_47_split_of_a_rank_twice(self):
        async def f(comm, v):
            await comm.split([comm.rank, comm.rank])

        self.fails(orrery.RankFailed, "twice", f)

    def test_48_lane_used_after_it_ended(self):
        async def f(comm, v):
            kept = []

            async def body(lane, i):
                kept.append(lane)
                await lane.round(0)

            await comm.lanes(2, body)
            await kept[0].round(1)

        self.fails(orrery.RankFailed, "has ended", f)

    def test_49_lane_that_is_no_coroutine(self):
        async def f(comm, v):
            await comm.lanes(2, lambda lane, i: 3)

        self.fails(orrery.RankFailed, "expected a coroutine", f)

    def test_50_part_of_the_wrong_size(self):
        async def f(comm, v):
            await orrery.broadcast(comm, v, algorithm="binomal")

        self.fails(orrery.RankFailed, "binomial", f)

    def test_51_part_with_a_vector_that_does_not_fit(self):
        async def f(comm, v):
            await orrery.allgather(comm, v, count=5)

        self.fails(orrery.RankFailed, "5 elements.* 64", f)

    def test_67_part_that_is_itself(self):
        @orrery.algorithm("allreduce", name="misuse-itself")
        async def f(comm, v):
            await orrery.allreduce(comm, v, algorithm="misuse-itself")

        @orrery.algorithm("allreduce", name="misuse-itself-on-one")
        async def g(comm, v):
            await orrery.allreduce(comm.split([comm.rank]), v, algorithm=g)

        for algorithm in (f, g):
            with self.assertRaisesRegex(orrery.RankFailed, f"allreduce {algorithm.name} would .*does it run itself without end"):
                orrery.run(ranks=300, algorithm=algorithm, bytes="64B")  # so many stacks that some have no guard page

    def test_68_lanes_that_are_themselves(self):
        async def f(comm, v):
            async def body(lane, i):
                await lane.lanes(1, body)

            await comm.lanes(1, body)

        self.fails(orrery.RankFailed, "does it run itself without end", f)

    def test_69_parts_within_each_other_are_fine(self):
        @orrery.algorithm("broadcast", name="by-shorter-parts")
        async def f(comm, v):
            if len(v) > 1:
                await orrery.broadcast(comm, v[:-1], algorithm=f)
            else:
                await orrery.broadcast(comm, v, algorithm="scatter-allgather")

        self.assertEqual(orrery.run(ranks=64, algorithm=f, bytes="20B", payload="ghost", check=False)[0].outcome, "fine")

    def test_70_wrong_numbers_of_parts(self):
        for keys, text in (({"blocks": -3}, "blocks=-3"), ({"radix": -1}, "radix=-1"), ({"root": 4}, r"root=4; expected 0 .. 3"),
                           ({"root": -1}, "root=-1"), ({"count": -1}, "-1 elements"), ({"algorithm": 7}, "7 is not an algorithm"),
                           ({"algorithm": orrery.algorithm("barrier", name="misuse-other")(nothing)}, "not an algorithm for broadcast")):
            async def f(comm, v):
                await orrery.broadcast(comm, v, **keys)

            with self.subTest(keys):
                self.fails(orrery.RankFailed, text, f)

    def test_71_nothing_in_place_of_a_slice(self):
        for call in (lambda comm, v: comm.send(None, to=0), lambda comm, v: orrery.allreduce(comm, None)):
            async def f(comm, v):
                await call(comm, v)

            self.fails(orrery.RankFailed, "expected a slice such as .* got NoneType", f)

    def test_72_vector_in_place_of_a_comm(self):
        async def f(comm, v):
            await orrery.allreduce(v, comm)

        self.fails(orrery.RankFailed, "expected a comm and a slice, got Slice as comm", f)

    def test_73_comm_of_another_lane(self):
        async def f(comm, v):
            async def body(lane, i):
                await comm.round(0)

            await comm.lanes(2, body)

        self.fails(orrery.RankFailed, "its comm is that of another lane", f)

    def test_74_too_many_lanes(self):
        async def f(comm, v):
            await comm.lanes(10**9, nothing)

        self.fails(orrery.RankFailed, r"lanes\(1000000000\); expected at most", f)

    def test_75_element_in_place_of_a_slice(self):
        async def f(comm, v):
            v[3]

        async def g(comm, v):
            list(v)

        self.fails(orrery.RankFailed, r"v\[3\] is an element.*expected a slice such as v\[3:4\]", f)
        self.fails(orrery.RankFailed, "is an element", g)

    def test_76_objects_made_by_hand(self):
        async def f(comm, v):
            for value in (comm, v, comm.round(0), await comm.isend(v, to=(comm.rank + 1) % 4)):
                for make in (type(value), lambda: type(value).__new__(type(value)), lambda: type("Own", (type(value),), {})):
                    try:
                        make()
                    except TypeError:
                        made.append(value)
            raise LookupError("enough")

        made = []
        self.fails(orrery.RankFailed, "enough", f)
        self.assertEqual(len(made), 12)

    def test_77_slice_compared_with_something_else(self):
        async def f(comm, v):
            self.assertFalse(v == 3 or v == comm)

        self.assertEqual(ran(f, check=False)[0].outcome, "fine")

    def test_78_split_by_text(self):
        async def f(comm, v):
            await comm.split("0123")

        self.fails(orrery.RankFailed, "split: '0' is not a rank; expected numbers", f)

    def test_52_run_inside_a_rank(self):
        async def f(comm, v):
            orrery.run(ranks=2)

        self.fails(orrery.RankFailed, "inside a rank's program", f)

    def test_53_sys_exit_in_a_rank(self):
        async def f(comm, v):
            sys.exit(3)

        self.fails(orrery.RankFailed, "SystemExit", f)

    def test_54_blocking_call(self):
        async def f(comm, v):
            time.sleep(0.01)

        self.assertEqual(ran(f, check=False)[0].outcome, "fine")


class Outside(Watched):
    """Threads, signals and the end of the interpreter."""

    def script(self, code, timeout=60, interrupt_after=None):
        heed = "signal.signal(signal.SIGINT, signal.default_int_handler)\n"  # a command in the background ignores it
        # Python itself aborts now and then if a daemon thread writes to stderr at the end.
        quiet = "threading.excepthook = lambda _: None\n"
        code = "import orrery, os, sys, threading, time, signal\n" + heed + quiet + textwrap.dedent(code)
        process = subprocess.Popen([sys.executable, "-c", code], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        if interrupt_after is not None:
            process.stdout.readline()  # it says when it begins
            time.sleep(interrupt_after)
            process.send_signal(signal.SIGINT)
        try:
            out, err = process.communicate(timeout=timeout)
        finally:
            process.kill()
        self.assertIn(process.returncode, (0, 1, -signal.SIGINT), err)  # no crash
        return process.returncode, out, err

    def test_55_ctrl_c_in_the_emulator(self):
        code, _, err = self.script("""
            print("begins", flush=True)
            orrery.run(topology="torus:32x32", collective="alltoall", algorithm="pairwise", bytes="64MiB", gamma="1ps/B")
            """, interrupt_after=0.5)
        self.assertIn("KeyboardInterrupt", err)

    def test_56_ctrl_c_in_the_python_of_a_rank(self):
        _, out, err = self.script("""
            @orrery.algorithm("barrier")
            async def spins(comm, v):
                print("begins", flush=True)
                while True:
                    pass
            try:
                orrery.run(ranks=2, algorithm=spins)
            except KeyboardInterrupt:
                print("interrupted", orrery.run(ranks=2)[0].outcome)
            """, interrupt_after=0.3)
        self.assertIn("interrupted fine", out)

    def test_57_ctrl_c_while_a_rank_sleeps(self):
        _, out, err = self.script("""
            @orrery.algorithm("barrier")
            async def sleeps(comm, v):
                print("begins", flush=True)
                time.sleep(1000)
            try:
                orrery.run(ranks=2, algorithm=sleeps)
            except KeyboardInterrupt:
                print("interrupted")
            """, interrupt_after=0.3)
        self.assertIn("interrupted", out)

    def test_58_end_of_the_interpreter_while_runs_are_under_way(self):
        code, out, err = self.script("""
            @orrery.algorithm("barrier")
            async def spins(comm, v):
                while True:
                    pass
            threading.Thread(target=lambda: orrery.run(ranks=2, algorithm=spins), daemon=True).start()
            threading.Thread(target=lambda: orrery.run(topology="torus:32x32", collective="alltoall", algorithm="pairwise",
                                                       bytes="64MiB"), daemon=True).start()
            time.sleep(0.3)
            print("ends")
            """)
        self.assertEqual((code, out), (0, "ends\n"), err)

    def test_59_threads_at_the_same_time(self):
        async def f(comm, v):
            for k in range(20):
                await comm.round(k)
                await comm.sendrecv(v, to=(comm.rank + 1) % 4, into=v, source=(comm.rank - 1) % 4)

        algorithm = orrery.algorithm("barrier", name="in-threads")(f)
        found = []

        def work():
            for _ in range(5):
                found.append(orrery.run(ranks=4, algorithm=algorithm, check=False)[0].rounds)

        threads = [threading.Thread(target=work) for _ in range(4)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        self.assertEqual(found, [20] * 20)

    def test_60_a_comm_used_by_another_thread(self):
        async def f(comm, v):
            kept = []
            thread = threading.Thread(target=lambda: kept.append(comm.round(0)))
            thread.start()
            thread.join()
            await kept[0]

        self.assertEqual(ran(f, check=False)[0].rounds, 1)

    def test_61_fork_after_a_run(self):
        _, out, _ = self.script("""
            orrery.run(ranks=2)
            if os.fork() == 0:
                print(orrery.run(ranks=4)[0].rounds, flush=True)
                os._exit(0)
            os.wait()
            """)
        self.assertEqual(out, "6\n")

    def test_62_error_in_progress(self):
        def progress(done, all):
            raise ValueError("no screen")

        with self.assertRaisesRegex(ValueError, "no screen"):
            orrery.sweep(ranks=[2, 4, 8], progress=progress)


    def test_79_less_than_one(self):
        for call, text in ((lambda: orrery.sweep(ranks=[2, 4], jobs=0), "jobs: 0; expected at least 1"),
                           (lambda: orrery.verify("allreduce ring", ranks=0), "ranks: 0; expected at least 1"),
                           (lambda: orrery.run(ranks=2)[0].at(round=-1), "round: -1; expected 0, 1")):
            self.assertRaisesRegex(ValueError, text, call)
        with self.assertRaisesRegex(TypeError, "7 is not an algorithm"):
            orrery.verify(7)

    def test_80_schedules_that_are_none(self):
        for rounds, text in ((None, "None is not a schedule"), ([3], r"\[3\] is not a schedule"), ([[(1, 1, [0])]], "to itself")):
            with self.assertRaisesRegex((orrery.InputError, orrery.RankFailed), text):
                orrery.run(ranks=2, algorithm=orrery.schedule("allreduce", rounds, name="misuse-schedule"))

    def test_81_the_interpreter_ends_after_a_failed_verification(self):
        _, out, _ = self.script("""
            import orrery
            @orrery.algorithm("allreduce")
            async def f(comm, v):
                raise ValueError("mine")
            print(orrery.verify(f).holds)
            """)
        self.assertEqual(out, "False\n")

    def test_82_decorator_without_its_collective(self):
        with self.assertRaisesRegex(TypeError, r'nothing: of which collective\? expected @orrery.algorithm\("allreduce"\)'):
            orrery.algorithm(nothing)

    def test_83_an_order_that_verify_refuses(self):
        async def ring(comm, v):
            await orrery.allreduce(comm, v, algorithm="ring")

        self.assertRegex(str(orrery.verify(orrery.algorithm("allreduce", name="misuse-order")(ring), ranks=4)),
                         "does not commute.*needs_commutative=True")


if __name__ == "__main__":
    unittest.main()
