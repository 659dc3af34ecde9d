"""The changes of what threads owe each other: barriers, fences, masks, shuffles, votes, atomics, volatile, the wait for
asynchronous copies."""
import re

from .operators import replaced
from .places import calls, is_statement

NOTHING = "(void)0"
SHUFFLES = {"__shfl_up_sync": "__shfl_down_sync", "__shfl_down_sync": "__shfl_up_sync", "__shfl_xor_sync": "__shfl_down_sync",
            "__shfl_sync": "__shfl_xor_sync", "shfl_up": "shfl_down", "shfl_down": "shfl_up", "shfl_xor": "shfl_down"}
VOTES = {"__any_sync": "__all_sync", "__all_sync": "__any_sync", "any": "all", "all": "any"}
MASKED = re.compile(r"__\w+_sync|__syncwarp")
PLAIN = {"atomicAdd": "o + ({v})", "atomicSub": "o - ({v})", "atomicOr": "o | ({v})", "atomicAnd": "o & ({v})",
         "atomicXor": "o ^ ({v})", "atomicExch": "({v})", "atomicMax": "o > ({v}) ? o : ({v})",
         "atomicMin": "o < ({v}) ? o : ({v})", "atomicInc": "o >= ({v}) ? 0 : o + 1"}


def _methods(source, *names):
    """(first, name, opening, closing) of calls of members: x.sync(), first being x."""
    for i, opening, closing in calls(source, *names):
        if source.is_text(i - 1, ".", "->") and i >= 2:
            yield i - 2, i, opening, closing


def barrier(source, places):
    for i, opening, closing in calls(source, "__syncthreads", "__syncwarp"):
        if is_statement(source, i, closing):
            yield replaced(source, i, closing, NOTHING)
            if source.is_text(i, "__syncthreads"):
                yield replaced(source, i, closing, "__syncwarp()")
    for i, opening, closing in calls(source, "__syncthreads_or", "__syncthreads_and", "__syncthreads_count"):
        yield replaced(source, i, i, "")
    for first, _, _, closing in _methods(source, "sync"):
        if is_statement(source, first, closing):
            yield replaced(source, first, closing, NOTHING)


def fence(source, places):
    for i, opening, closing in calls(source, "__threadfence", "__threadfence_block", "__threadfence_system",
                                     "atomic_thread_fence"):
        if is_statement(source, i, closing):
            yield replaced(source, i, closing, NOTHING)
        if source.is_text(i, "__threadfence"):
            yield replaced(source, i, i, "__threadfence_block")


def mask(source, places):
    for i, opening, closing in calls(source):
        arguments = source.arguments(opening)
        if MASKED.fullmatch(source.tokens[i].text) and arguments:
            text = source.span(*arguments[0])
            yield replaced(source, *arguments[0], f"({text}) >> 1")
            yield replaced(source, *arguments[0], f"({text}) << 1")


def shuffle(source, places):
    for i, opening, closing in calls(source, *SHUFFLES):
        arguments, name = source.arguments(opening), source.tokens[i].text
        which = 2 if name.startswith("__") else 1
        if len(arguments) <= which:
            continue
        yield replaced(source, i, i, SHUFFLES[name])
        distance = source.span(*arguments[which])
        yield replaced(source, *arguments[which], f"2 * ({distance})")
        yield replaced(source, *arguments[which], f"({distance}) / 2")


def vote(source, places):
    for i, opening, closing in calls(source, "__any_sync", "__all_sync"):
        yield replaced(source, i, i, VOTES[source.tokens[i].text])
    for i, opening, closing in calls(source, "__ballot_sync"):
        arguments = source.arguments(opening)
        yield replaced(source, *arguments[1], f"!({source.span(*arguments[1])})")
    for first, i, _, _ in _methods(source, "any", "all"):
        yield replaced(source, i, i, VOTES[source.tokens[i].text])


def atomic(source, places):
    """An atomic becomes a load and a store, or, but for shared memory, one that is atomic within its block alone."""
    for i, opening, closing in calls(source):
        name = re.sub("_(block|system)$", "", source.tokens[i].text)
        arguments = source.arguments(opening)
        if name in PLAIN and len(arguments) == 2:
            pointer, value = source.span(*arguments[0]), source.span(*arguments[1])
            stored = PLAIN[name].format(v=value)
            yield replaced(source, i, closing, f"({{ auto p = ({pointer}); auto o = *p; *p = {stored}; o; }})")
        elif name == "atomicCAS" and len(arguments) == 3:
            pointer, old, new = (source.span(*a) for a in arguments)
            yield replaced(source, i, closing, f"({{ auto p = ({pointer}); auto o = *p; if (o == ({old})) *p = ({new}); o; }})")
        words = {t.text for first, last in arguments[:1] for t in source.tokens[first:last + 1]}
        if (name in PLAIN or name == "atomicCAS") and name == source.tokens[i].text and not words & places.shared:
            yield replaced(source, i, i, f"{name}_block")


def volatility(source, places):
    for i, token in enumerate(source.tokens):
        if source.is_text(i, "volatile") and not source.is_text(i - 1, "asm"):
            yield token.start, source.tokens[i + 1].start - token.start, ""


def asynchronous(source, places):
    """The wait for a copy, or what closes a group of copies, is left out; the wait leaves one group more under way."""
    for i, opening, closing in calls(source, "__pipeline_wait_prior", "__pipeline_commit", "wait", "wait_prior"):
        qualified = source.is_text(i - 1, "::")
        first = i - 2 if qualified else i
        if is_statement(source, first, closing):
            yield replaced(source, first, closing, NOTHING)
        arguments = source.arguments(opening)
        if source.is_text(i, "__pipeline_wait_prior") and arguments:
            yield replaced(source, *arguments[0], f"{source.span(*arguments[0])} + 1")
