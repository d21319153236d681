"""A player for hexwar in nothing but Python's own library: it attacks, and walks up to the enemy.

hexwar play GAME --side "SIDE=program:python3 reckless.py"
"""

import json
import random
import sys


def steps_from(enemies, neighbors):
    """How many hexes it is from each hex to the nearest enemy."""
    steps, ring = dict.fromkeys(enemies, 0), list(enemies)
    for number in ring:  # it grows while it is gone through
        for beside in neighbors.get(number, ()):
            if beside not in steps:
                steps[beside] = steps[number] + 1
                ring.append(beside)
    return steps


def choose(game, position):
    """An attack if there is one; else a move that brings a unit nearer; else anything."""
    actions, stand = position["actions"], position["state"]["units"]
    chance = random.Random(position["random"])
    attacks = [action for action in actions if action.startswith(("attack ", "fire "))]
    if attacks:
        return max(attacks, key=len)  # with as many units as can be
    enemies = [at for unit, at in stand.items() if game["units"][unit]["side"] != game["side"]]
    neighbors = {number: hexagon["neighbors"] for number, hexagon in game["map"].items()}
    steps, nearer = steps_from(enemies, neighbors), []
    for action in actions:
        verb, _, rest = action.partition(" ")
        units, _, way = rest.partition(" ")
        begin, end = stand.get(units.split("+")[0]), way.split("-")[-1]
        if verb == "move" and steps.get(end, 999) < steps.get(begin, 999):
            nearer.append(action)
    if nearer:
        return chance.choice(nearer)
    return "done" if "done" in actions else chance.choice(actions)


def main():
    """Answer line by line, until the game is over."""
    game = {}
    for line in sys.stdin:
        word, _, told = line.partition(" ")
        if word == "hexwar":
            print("ready", flush=True)
        elif word == "game":
            game = json.loads(told)
        elif word == "choose":
            print(choose(game, json.loads(told)), flush=True)


if __name__ == "__main__":
    main()
