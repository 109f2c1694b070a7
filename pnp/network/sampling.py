"""Random numbers that are the same on every computer, setups drawn with them, and what a sample says of all setups."""

from collections.abc import Iterator, Sequence
from math import sqrt

from pnp.network.closures.supplies import Closing, Setup, Stock, Supply

NORMAL_99 = 2.5758293035489004
"""Quantile of the normal distribution for a confidence of 99 %."""


def wilson(good: int, number: int) -> tuple[float, float]:
    """Return the confidence interval of a share at 99 %, given how many of a sample are good (Wilson 1927)."""
    square = NORMAL_99**2
    middle = (good + square / 2) / (number + square)
    half = NORMAL_99 / (number + square) * sqrt(good * (number - good) / number + square / 4)
    return max(middle - half, 0.0), min(middle + half, 1.0)


WORD = 1 << 64


class Draws:
    """Random numbers from a seed, the same on every computer: SplitMix64 (Steele, Lea and Flood 2014)."""

    def __init__(self, seed: int) -> None:
        self.state = seed

    def below(self, limit: int) -> int:
        """Return a number from 0 to `limit` - 1, each with the same probability."""
        words = -(-limit.bit_length() // 64) + 1
        room = WORD**words
        while True:
            number = 0
            for _ in range(words):
                number = number * WORD + self._word()
            if number < room - room % limit:
                return number % limit

    def _word(self) -> int:
        self.state = (self.state + 0x9E3779B97F4A7C15) % WORD
        mixed = self.state
        mixed = (mixed ^ mixed >> 30) * 0xBF58476D1CE4E5B9 % WORD
        mixed = (mixed ^ mixed >> 27) * 0x94D049BB133111EB % WORD
        return mixed ^ mixed >> 31

    def weighted(self, weights: Sequence[int]) -> int:
        """Return an index, with a probability in proportion to its weight."""
        left = self.below(sum(weights))
        for index, weight in enumerate(weights):
            left -= weight
            if left < 0:
                return index
        raise AssertionError("the weights add up to more")

    def few(self, number: int, size: int) -> list[int]:
        """Return so many different numbers below `size`, sorted (Floyd's algorithm)."""
        found: set[int] = set()
        for last in range(size - number, size):
            drawn = self.below(last + 1)
            found.add(last if drawn in found else drawn)
        return sorted(found)


def drawn_closures(stock: Stock, draws: Draws) -> Setup:
    """Return a setup of the stock, each with the same probability: first how many of each kind, then where."""
    ways = [supply.ways for supply in stock.supplies]
    after = [[1]]  # for the kinds from each on, the number of ways to lay 0, 1, 2 … of them
    for each in reversed(ways):
        product = [0] * min(len(each) + len(after[-1]) - 1, stock.most + 1)
        for first, number in enumerate(each):
            for second, times in enumerate(after[-1][: max(len(product) - first, 0)]):
                product[first + second] += number * times
        after.append(product)
    after.reverse()
    found: list[Closing] = []
    room, spots = stock.most, 0
    for kind, supply in enumerate(stock.supplies):
        rest = [sum(after[kind + 1][: room - number + 1]) for number in range(min(len(ways[kind]) - 1, room) + 1)]
        number = draws.weighted([ways[kind][at] * times for at, times in enumerate(rest)])
        found.extend(_laid(kind, supply, number, spots, draws))
        room -= number
        spots += len(supply.choices)
    return tuple(found)


def _laid(kind: int, supply: Supply, number: int, spots: int, draws: Draws) -> Iterator[Closing]:
    """Yield so many closures of a kind on different spots, each such laying with the same probability."""
    options = [len(choice.options) for choice in supply.choices]
    chosen = _by_options(options, number, draws) if len({*options}) > 1 else draws.few(number, len(options))
    for spot in chosen:
        choice = supply.choices[spot]
        yield Closing(kind, spots + spot, choice, choice.options[draws.below(options[spot])])


def _by_options(options: Sequence[int], number: int, draws: Draws) -> list[int]:
    """Return so many spots, where a spot counts once for each of its options.

    `ways[n][k]` is in how many ways k closures can be laid on the spots from n on.
    """
    ways = [[1] + [0] * number]
    for each in reversed(options):
        ways.append([ways[-1][k] + (each * ways[-1][k - 1] if k else 0) for k in range(number + 1)])
    ways.reverse()
    found = []
    for spot, each in enumerate(options):
        if number and draws.below(ways[spot][number]) < each * ways[spot + 1][number - 1]:
            found.append(spot)
            number -= 1
    return found
