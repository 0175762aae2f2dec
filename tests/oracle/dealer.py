# SPDX-License-Identifier: MIT
"""The dealer a second time: from a seed to the cards, written from docs/formats.md alone."""
import hashlib

MASK = (1 << 64) - 1
WIDE = (1 << 128) - 1


def siphash128(key, message):
    """SipHash-2-4 with 128 bits of output; both as bytes."""
    rotate = lambda x, bits: (x << bits | x >> 64 - bits) & MASK
    word = lambda part: int.from_bytes(part, "little")
    k0, k1 = word(key[:8]), word(key[8:16])
    v = [k0 ^ word(b"uespemos"), k1 ^ word(b"modnarod"), k0 ^ word(b"arenegyl"), k1 ^ word(b"setybdet")]

    def rounds(count):
        for _ in range(count):
            v[0], v[2] = v[0] + v[1] & MASK, v[2] + v[3] & MASK
            v[1], v[3] = rotate(v[1], 13) ^ v[0], rotate(v[3], 16) ^ v[2]
            v[0] = rotate(v[0], 32)
            v[2], v[0] = v[2] + v[1] & MASK, v[0] + v[3] & MASK
            v[1], v[3] = rotate(v[1], 17) ^ v[2], rotate(v[3], 21) ^ v[0]
            v[2] = rotate(v[2], 32)

    v[1] ^= 0xee
    padded = message + bytes(-(len(message) + 1) % 8) + bytes([len(message) & 255])
    for at in range(0, len(padded), 8):
        v[3] ^= word(padded[at:at + 8])
        rounds(2)
        v[0] ^= word(padded[at:at + 8])
    v[2] ^= 0xee
    rounds(4)
    out = (v[0] ^ v[1] ^ v[2] ^ v[3]).to_bytes(8, "little")
    v[1] ^= 0xdd
    rounds(4)
    return out + (v[0] ^ v[1] ^ v[2] ^ v[3]).to_bytes(8, "little")


def words(*numbers):
    return b"".join((number & MASK).to_bytes(8, "little") for number in numbers)


class Pcg64:
    """PCG XSL RR 128/64 (O'Neill 2014, "PCG: A family of simple fast space-efficient statistically good algorithms
    for random number generation")."""
    MULTIPLIER = 0x2360ed051fc65da44385df649fccf645

    def __init__(self, begin, stream):
        self.increment = (stream << 1 | 1) & WIDE
        self.state = ((begin + self.increment) * self.MULTIPLIER + self.increment) & WIDE

    def bits(self):
        self.state = (self.state * self.MULTIPLIER + self.increment) & WIDE
        turn, mixed = self.state >> 122, (self.state >> 64 ^ self.state) & MASK
        return (mixed >> turn | mixed << (64 - turn)) & MASK


class Dealer:
    """Deals of a run with this seed (a number). A deck is its cards from low to high, suit by suit,
    and its packets: negative ones are for the skat."""

    def __init__(self, seed):
        self.key = hashlib.sha256(b"skat-arena key\0" + seed.to_bytes(32, "big")).digest()[:16]

    def stream(self, session, deal, purpose):
        key = siphash128(self.key, words(session, deal))
        high_low = lambda part: (int.from_bytes(part[:8], "little") << 64 | int.from_bytes(part[8:], "little"))
        return Pcg64(high_low(siphash128(key, words(purpose))), purpose)

    def deal(self, session, deal, deck, packets, hands=3):
        """The piles: a hand for each position, then what the skat has."""
        pack, stream, halves = list(deck), self.stream(session, deal, 1), []
        for _ in range(len(deck) // 2):
            word = stream.bits()
            halves += [word & 0xffffffff, word >> 32]
        for draw, count in zip(halves, range(len(deck), 1, -1)):
            product = draw * count
            if product & 0xffffffff < (1 << 32) % count:  # thrown away: one of 2^27 draws
                product = self.below(stream, count)
            pick = product >> 32
            pack[count - 1], pack[pick] = pack[pick], pack[count - 1]
        piles, at = [[] for _ in range(hands + 1)], 0
        for packet in packets:
            for pile in piles[:hands] if packet > 0 else piles[hands:]:
                pile += pack[at:at + abs(packet)]
                at += abs(packet)
        return piles

    @staticmethod
    def below(stream, bound):
        while True:
            product = (stream.bits() >> 32) * bound
            if product & 0xffffffff >= (1 << 32) % bound:
                return product
