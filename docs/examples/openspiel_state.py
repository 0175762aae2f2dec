# SPDX-License-Identifier: MIT
"""Skat for algorithms that are written for OpenSpiel's Python games: the methods of its State and Game over skat_arena.Game.

The deal is drawn when a state is made, so there are no chance nodes; resample_from_infostate() draws what a player does not see.
Players are positions: 0 forehand, 1 middlehand, 2 rearhand. Run it for a game by chance."""
import copy
import random

from skat_arena import OBSERVATION_SIZE, Game, Rules


class SkatGame:
    """What pyspiel.load_game() returns."""

    def __init__(self, rules="skat", seed=1):
        self.rules, self._seed, self._deals = Rules(rules), seed, 0

    def new_initial_state(self):
        self._deals += 1
        return SkatState(Game(self.rules, self.rules.deal(self._seed, deal=self._deals - 1)))

    def num_players(self):
        return 3

    def num_distinct_actions(self):
        return self.rules.actions

    def information_state_tensor_shape(self):
        return [OBSERVATION_SIZE]


class SkatState:
    """One state of a game."""

    def __init__(self, game, history=()):
        self._game, self._history = game, list(history)

    def current_player(self):
        return -4 if self._game.over else self._game.player  # PlayerId.TERMINAL

    def is_terminal(self):
        return self._game.over

    def is_chance_node(self):
        return False

    def legal_actions(self, player=None):
        mine = not self.is_terminal() and player in (None, self.current_player())
        return self._game.legal().tolist() if mine else []

    def apply_action(self, action):
        self._game.pick(action)
        self._history.append(action)

    def action_to_string(self, player, action):
        return self._game.rules.action_name(action)

    def history(self):
        return self._history[:]

    def clone(self):
        return SkatState(copy.copy(self._game), self._history)

    def child(self, action):
        state = self.clone()
        state.apply_action(action)
        return state

    def returns(self):
        return list(map(float, self._game.result().scores)) if self.is_terminal() else [0.0] * 3

    def information_state_tensor(self, player):
        return self._game.observation(player).tolist()

    def resample_from_infostate(self, player, sampler):
        """A state that `player` cannot tell from this one; `sampler` returns numbers of 0 .. 1. The history is that of this state."""
        world = self._game.draw_worlds(player, 1, int(sampler() * 2**53))[0]
        return SkatState(self._game.in_world(world), self._history)

    def __str__(self):
        return f"{self._game.deal}\n{self._game.moves}"


if __name__ == "__main__":
    chance = random.Random(1)
    state = SkatGame().new_initial_state()
    while not state.is_terminal():
        state.apply_action(chance.choice(state.legal_actions()))
    print(state, state.returns(), sep="\n")
