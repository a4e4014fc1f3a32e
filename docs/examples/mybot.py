#!/usr/bin/env python3
"""A bot for `samovar arena`: it tries every move in possible worlds, plays each on quickly, and takes the best."""

import json
import sys

import msgspec

from core import registry
from core.rng import Rng

TRIALS = 6


def lead_after(world, notation, seat):
    """Play a move and what may follow it until the next round is over; return by how much the seat leads then."""
    world.play(next(move for move in world.legal_moves() if move.notation == notation))
    last = world.round + 1
    while world.actor is not None and world.round <= last:
        for move in game.evaluator().playout_policy(world, rng):
            world.play(move)
    points = world.scores()
    return points[seat] - max([0, *points[:seat], *points[seat + 1 :]])


for line in sys.stdin:
    told = json.loads(line)
    if told["kind"] == "start":
        seat, game, rng = told["seat"], registry.get_game(told["game"]), Rng(1)
    elif told["kind"] == "decide":
        state = msgspec.convert(told["position"], game.state_type())
        worlds = [state.determinize(seat, rng) for _ in range(TRIALS)]
        moves = [each["move"] for each in told["moves"]]
        best = max(moves, key=lambda move: sum(lead_after(world.copy(), move, seat) for world in worlds))
        print(json.dumps({"move": best}), flush=True)
