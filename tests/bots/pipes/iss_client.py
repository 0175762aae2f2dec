# SPDX-License-Identifier: MIT
"""A client of the International Skat Server, as those that are in use play: it hears the server's lines, knows from them whose turn
it is, and says its moves. What it hears is written to the file that it is given. It plays by hand, ouvert and after picking up, says
its discards with the game or after it, and gives up where it has jacks against it."""
import sys

RANKS, NULL_RANKS, POINTS = "789QKTAJ", "789TJQKA", {"A": 11, "T": 10, "K": 4, "Q": 3, "J": 2}
heard = open(sys.argv[1], "a", encoding="ascii")


class Table:
    """What the client knows of its game."""

    def __init__(self, me):
        self.me, self.hand, self.skat = me, [], []
        self.turn: "int | str | None" = 1
        self.bidder, self.asked, self.bid = 1, 0, 0
        self.phase, self.declarer, self.game, self.trick, self.tricks = "deal", None, "", [], 0
        self.resigned = set()

    def suit(self, card):
        return self.game[0] if card[1] == "J" and self.game[0] != "N" else card[0]

    def strength(self, card):
        ranks = NULL_RANKS if self.game[0] == "N" else RANKS
        trump = self.game[0] != "N" and (card[1] == "J" or card[0] == self.game[0])
        led = self.suit(self.trick[0][1]) == self.suit(card)
        return trump, led, ranks.index(card[1]), card[1] == "J" and -"CSHD".index(card[0])

    def take(self, who, move):
        """A move of a player or of the server ("w")."""
        if move == "RE":
            self.resigned.add(int(who))
        elif self.phase == "deal":
            self.hand, self.phase = move.split("|")[self.me].split("."), "bid"
        elif self.phase == "bid":
            self.auction(int(who), move)
        elif who == "w":
            self.skat, self.turn = move.split("."), self.declarer
            if self.declarer == self.me:
                self.hand += self.skat
        elif self.phase == "declare":
            self.declare(move.split("."))
        else:
            self.play(int(who), move)

    def auction(self, who, move):
        if move == "p":
            if who == 0 and self.bidder == 0:
                self.phase = "over"
            elif self.bidder == 1:  # rearhand bids to the one who is left
                self.asked, self.bidder = (0 if who == 1 else 1), 2
                self.turn = 2
            elif self.bid == 0:
                self.bidder = self.turn = 0
            else:
                self.win(self.asked if who == self.bidder else self.bidder)
        else:
            self.bid = int(move) if move != "y" else self.bid
            self.turn = self.asked if move != "y" else self.bidder
            if self.bidder == 0:
                self.win(0)

    def win(self, declarer):
        self.phase, self.declarer, self.turn = "declare", declarer, declarer

    def declare(self, parts):
        if parts[0] == "s":
            self.turn = "w"
            return
        if not self.game:
            self.game = parts.pop(0)
        if self.skat and not parts:
            self.turn = None  # the discards, which were said already, follow
            return
        if self.skat and self.declarer == self.me:
            self.hand = [card for card in self.hand if card not in parts[:2]]
        assert "O" not in self.game or len(parts) == (12 if self.skat else 10) and "??" not in parts[-10:], parts
        self.phase, self.turn = "play", 0

    def play(self, who, card):
        assert who == self.turn, (who, self.turn)
        self.trick.append((who, card))
        self.hand = [other for other in self.hand if other != card]
        self.turn = (who + 1) % 3
        if len(self.trick) == 3:
            self.turn = max(self.trick, key=lambda played: self.strength(played[1]))[0]
            self.trick, self.tricks = [], self.tricks + 1

    def moves(self):
        """What this client says when it is to move."""
        jacks = [card for card in self.hand if card[1] == "J"]
        best = max("CSHD", key=lambda suit: len([card for card in self.hand if card[0] == suit]))
        if self.phase == "bid":
            if self.turn == self.asked and self.bid and self.bidder != 0:
                return ["y" if self.bid <= 20 + 2 * len(jacks) else "p"]
            following = next(bid for bid in (18, 20, 22, 23, 24, 27) if bid > self.bid) if self.bid < 27 else None
            return [str(following) if following and (len(jacks) > 1 or not jacks) else "p"]
        if self.phase == "declare":
            if not self.skat:
                if not jacks and self.bid <= 23:
                    return [".".join(["NOH", *self.hand]) if self.bid > 18 else "NH"]
                return ["GH" if len(jacks) == 4 else "s"]
            put = sorted(self.hand, key=lambda card: (card[1] == "J", card[0] == best, -POINTS.get(card[1], 0)))[:2]
            return [best, ".".join(put)] if len(jacks) == 1 else [".".join(["NO" if not jacks and self.bid <= 46 else best, *put])]
        led = [card for card in self.hand if self.trick and self.suit(card) == self.suit(self.trick[0][1])]
        card = min(led or self.hand, key=lambda card: POINTS.get(card[1], 0))
        gives_up = self.tricks == 3 and self.declarer == self.me and "H" in self.game and self.me not in self.resigned
        return ["RE", card] if gives_up else ["SC", card] if self.tricks == 5 and self.declarer == self.me else [card]


def say(what):
    print(f"table .1 me {what}", flush=True)


def main():
    table = None
    for line in sys.stdin:
        heard.write(line)
        heard.flush()
        words = line.split()
        if words[0] == "create" or words[3:4] == ["end"]:
            say("ready")
        elif words[3] == "start":
            assert len(words) == 11, words
            table = Table(words[5::2].index("me"))
            say("tell hello everybody")
        elif words[3] == "play":
            assert len(words) == 9, words
            table.take(words[4], words[5])
            if table.turn == table.me and table.hand and table.phase != "over" and words[5] != "RE":
                for move in table.moves():
                    say(f"play {move}")


main()
