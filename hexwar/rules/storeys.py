"""What packages of rules there are, and what each brings: storey by storey, from the ground up.

A package asks rules only of those above it in this file, and where several do something at the same
moment they do it in this order. A new one is a `Section` in its place here; what the keys mean
stands there. Texts as ``rules:StateRules`` name a module of the package and what is taken from it;
with nothing before the colon the package is one module. They are texts so that they need not be
imported: of a section that a game does not have this list is all that is.

``codes`` are the numbers of its findings, in no order: authors name them in comments that ignore a
warning, so that a finding keeps its number when it moves to another package.
"""

from hexwar.definition.packages import Section, adds

# What is here before anybody acts: sides, the map, what is printed on counters, the words in which
# rules are said, the phases of a turn, the country, sight across it; and what can be chosen of it.


GROUND = (
    Section("header", keys=":Top"),
    Section(
        "sides",
        form="section:Sides",
        defines=("side",),
        needed=True,
        checks="checks",
        codes=frozenset({506, 507, 508, 655, 656, 661}),
    ),
    Section("map", form="section:Map", needed=True, defines=("region",), checks="checks"),
    Section(
        "scopes",
        always=True,
        fields={"phases": adds("section:PatchedPhase", "patch")},
        checks="checks",
        codes=frozenset({423, 544}),
    ),
    Section(
        "units",
        form="section:Units",
        defines=("value", "unit-type", "trait", "unit"),
        needed=True,
        checks="checks",
        codes=frozenset({408, 425}),
    ),
    Section(
        "language",
        always=True,
        reads="reading:WORDS",
        shared=("section:ConditionForm", "section:Counts", "section:Step", "section:Selector"),
        words={"foreseen": ("occupied", "hexes", "units", "eliminated", "steps_lost")},
        checks="checks",
        codes=frozenset({449, 479, 512, 516, 546, 547}),
    ),
    Section(
        "sequence",
        form="section:SequenceOfPlay",
        defines=("phase", "name-of-turns"),
        needed=True,
        reads="reading:WORDS",
        fields={"conditions": adds("section:PhaseConditions", "phase")},
        checks="checks",
        codes=frozenset({306, 409, 424, 467, 855}),
    ),
    Section(
        "terrain",
        form="section:Terrain",
        defines=("terrain", "hexside", "path", "feature"),
        needed=True,
        in_play=(
            "hexes.*.cost",
            "hexes.*.combat",
            "hexes.*.entering",
            "hexsides.*.cost",
            "hexsides.*.combat",
            "hexsides.*.counts",
            "paths.*.cost",
            "features.*.cost",
            "features.*.combat",
            "together",
        ),
        reads="rules:WORDS",
        checks="checks",
        codes=frozenset({207, 407, 410, 475, 543}),
    ),
    Section(
        "line_of_sight",
        form="section:LineOfSight",
        fields={"selectors": adds("section:SightSelectors", "sees")},
        in_play=("range",),
        checks="checks",
        codes=frozenset({456, 457, 458}),
    ),
    Section(
        "choices",
        is_choice=True,
        defines=("option",),
        brings={
            "variants": ":Variants",
            "options": ":Options",
            "editions": ":Editions",
        },
    ),
)


# What stands on the map: in which formation and state, what it is worth now, where it looks, what
# it bars by being there, how much of it goes into a hex, what it did.


FORCES = (
    Section(
        "formations",
        form=":Formations",
        defines=("formation",),
        fields={
            "selectors": adds(":FormationSelectors", "formation", "complete", "formation_lost"),
            "conditions": adds(":FormationConditions", "formations"),
            "counts": adds(":FormationCounts", "formations"),
        },
        codes=frozenset({520}),
    ),
    Section("untried", offers=(":UntriedRules",), form=":Untried", codes=frozenset({562})),
    Section(
        "states",
        offers=("rules:StateRules",),
        form="section:States",
        defines=("state",),
        fields={
            "selectors": adds("section:StateSelectors", "state"),
            "programs": adds("section:StateVerbs", "mark", "unmark"),
            "outcomes": adds("section:StateOutcomes", "mark", "unmark"),
        },
        words={
            "phases": ("recovery",),
            "neutral_phases": ("recovery",),
        },
        in_play=("*.modifiers", "*.forbids", "*.allows"),
        reads="rules:WORDS",
        checks="checks",
        codes=frozenset({426, 455, 459, 460, 461, 499, 650}),
    ),
    Section(
        "action_points",
        offers=(":ActionPointRules",),
        fields={"phases": adds(":PointPhases", "points")},
        codes=frozenset({453, 454, 493}),
    ),
    Section("values", always=True),
    Section(
        "facing",
        uses=("turning",),
        offers=("rules:FacingRules",),
        form="section:Facing",
        defines=("arc",),
        fields={
            "selectors": adds("section:FacingSelectors", "struck_in", "strikes", "looks"),
            "setup_places": adds("section:FacingAtSetup", "facing"),
        },
        in_play=("*", "!points_to", "!begins"),
        checks="checks",
        codes=frozenset(range(750, 757)),
    ),
    Section(
        "zones_of_control",
        always=True,
        form="section:ZonesOfControl",
        fields={"selectors": adds("section:ZoneSelectors", "in_zone", "surrounded")},
        in_play=("*",),
        words={"acts": ("exert_zone",)},
        idle=("acts",),
        reads="rules:WORDS",
        checks="checks",
        codes=frozenset({484, 640}),
    ),
    Section(
        "stacking",
        form="section:Stacking",
        needed=True,
        reads="rules:WORDS",
        checks="checks",
        codes=frozenset({517}),
    ),
    Section(
        "melee",
        offers=("rules:MeleeRules",),
        form="section:Melee",
        fields={"selectors": adds("section:MeleeSelectors", "in_melee")},
        in_play=("*",),
        checks="checks",
        codes=frozenset({690, 691}),
    ),
    Section("deeds", always=True, codes=frozenset({521})),
)


# What there is apart from units: tracks, pools, dice, tables, markers, and control of places.


STOCK = (
    Section(
        "tracks",
        form=":Tracks",
        defines=("track",),
        reads=":WORDS",
        fields={
            "conditions": adds(":TrackConditions", "track"),
            "counts": adds(":TrackCounts", "track"),
            "programs": adds(":TrackVerbs", "set", "add"),
            "outcomes": adds(":TrackVerbs", "set", "add"),
        },
        codes=frozenset({430, 431}),
    ),
    Section(
        "effects",
        form=":Effects",
        defines=("effect",),
        fields={
            "phases": adds(":PhaseEffects", "effects"),
            "conditions": adds(":EffectConditions", "effect"),
        },
        words={"foreseen": ("effect",)},
        reads=":WORDS",
        codes=frozenset({437, 438}),
    ),
    Section(
        "pools",
        offers=("rules:PoolRules",),
        uses=("spending",),
        form="section:Pools",
        defines=("pool",),
        fields={
            "conditions": adds("section:PoolConditions", "pool"),
            "counts": adds("section:PoolCounts", "pool"),
            "programs": adds("section:PoolSteps", "gain", "spend"),
            "outcomes": adds("section:PoolSteps", "gain", "spend"),
            "phases": adds("section:PaidPhase", "spends"),
        },
        reads="rules:WORDS",
        checks="checks",
        codes=frozenset({440, 441, 641}),
    ),
    Section(
        "dice",
        form="section:FaceDice",
        defines=("dice", "face"),
        reads="section:WORDS",
        checks="checks",
        codes=frozenset({740, 741, 742, 743, 744, 745, 746, 747}),
    ),
    Section(
        "tables",
        form="section:Tables",
        reads="rules:WORDS",
        defines=("table",),
        fields={
            "phases": adds("section:TablePhase", "table", "for_each", "times", "optional"),
            "programs": adds("section:RollVerb", "roll"),
            "outcomes": adds("section:TableOutcomes", "roll", "choose", "if"),
        },
        shared=("section:TableStep",),
        words={"phases": ("table",), "neutral_phases": ("table",)},
        checks="checks",
        codes=frozenset({432, 433, 434, 435, 436, 439, 447, 448}),
    ),
    Section(
        "markers",
        offers=("rules:MarkerRules",),
        form="section:Markers",
        defines=("marker",),
        fields={
            "selectors": adds("section:MarkerSelector", "marker"),
            "programs": adds("section:MarkerVerbs", "place", "clear"),
            "outcomes": adds("section:MarkerVerbs", "place", "clear"),
        },
        words={"phases": ("markers",)},
        checks="checks",
        codes=frozenset({564, 565, 566, 567}),
    ),
    Section(
        "control",
        offers=("rules:ControlRules",),
        form="section:Control",
        fields={
            "conditions": adds("section:ControlConditions", "controlled"),
            "counts": adds("section:ControlCounts", "controlled"),
            "selectors": adds("section:ControlSelectors", "controlled"),
        },
        words={"foreseen": ("controlled",)},
        checks="checks",
        codes=frozenset({420}),
    ),
)


# What is done: to move, to fight and what comes of it, to enter the map, to set up, to live off
# supply lines, to turn.


ACTS = (
    Section(
        "movement",
        form="section:Movement",
        defines=("state", "movement-class"),
        needed=True,
        fields={
            "phases": adds("section:WhoMoves", "only", "begun_in_zone"),
            "outcomes": adds("section:Drifting", "drift"),
        },
        in_play=("*", "!classes"),
        words={
            "phases": ("movement", "orders"),
            "phases_of_some": ("movement",),
            "acts": ("move",),
        },
        reads="reading:WORDS",
        checks="checks",
        codes=frozenset({421, 466, 469, 601, 602, 603, 604, 653}),
    ),
    Section(
        "bombardment",
        offers=(":BombardmentRules",),
        form=":Bombardment",
        in_play=("*",),
        codes=frozenset({540, 541}),
    ),
    Section("elimination", always=True),
    Section("consequences", always=True),
    Section(
        "combat",
        uses=("losses", "retreat", "advance"),
        form="section:Combat",
        fields={"programs": adds("section:BranchVerbs", "choose", "if", "battle_back", "again")},
        words={"phases": ("combat",), "phases_of_some": ("combat",), "acts": ("attack",)},
        idle=("acts",),
        in_play=("*",),
        reads="reading:WORDS",
        checks="checks",
        codes=frozenset({401, 402, 403, 404, 405, 415, 416, 419, 422, 427, 428, 429, 452, 542}),
    ),
    Section(
        "losses",
        form="section:Losses",
        fields={
            "programs": adds("section:LossVerbs", "eliminate", "remove", "lose_steps", "exchange"),
            "outcomes": adds("section:LossOutcomes", "eliminate", "remove", "lose_steps", "rejoin"),
            "conditions": adds("section:LossConditions", "lost"),
            "counts": adds("section:LossCounts", "lost"),
        },
        words={"foreseen": ("lost",)},
        checks="checks",
        codes=frozenset({414, 660}),
    ),
    Section("entry", form=":Entry"),
    Section(
        "reinforcements",
        offers=("rules:ReinforcementRules",),
        uses=("control",),
        form="section:Reinforcements",
        defines=("group",),
        fields={
            "conditions": adds("section:ArrivalConditions", "arrived"),
            "programs": adds("section:EnterVerb", "enter"),
            "outcomes": adds("section:EnterVerb", "enter"),
        },
        cites="entry",
        completes="section:completed",
        reads="rules:WORDS",
        checks="checks",
        codes=frozenset({510, 511, 606, 607}),
    ),
    Section(
        "scenarios",
        form="section:Scenarios",
        defines=("scenario",),
        is_choice=True,
        needed=True,
        completes="rules:deployed",
        checks="checks",
        codes=frozenset({501, 502, 503, 505, 513, 514, 561, 651}),
    ),
    Section(
        "advance",
        in_play=("*",),
        words={"acts": ("advance",)},
        form="section:Advance",
        fields={"programs": adds("section:AdvanceVerb", "advance")},
        checks="checks",
        codes=frozenset({642}),
    ),
    Section(
        "overrun",
        uses=("combat",),
        in_play=("*",),
        form="section:Overrun",
        checks="checks",
        codes=frozenset({451}),
    ),
    Section(
        "supply",
        offers=("rules:SupplyRules",),
        uses=("control",),
        form="section:Supply",
        fields={"selectors": adds("section:SupplySelectors", "supplied")},
        words={"phases": ("supply",), "acts": ("trace",)},
        idle=("acts",),
        in_play=("*",),
        checks="checks",
        codes=frozenset({412, 413, 560, 605}),
    ),
    Section(
        "retreat",
        uses=("combat",),
        form="section:Retreat",
        fields={
            "programs": adds("section:RetreatVerb", "retreat"),
            "outcomes": adds("section:RetreatOutcome", "retreat"),
            "selectors": adds("section:RetreatSelectors", "can_retreat"),
        },
        in_play=("*",),
        reads="rules:WORDS",
        words={"acts": ("retreat",)},
        checks="checks",
        codes=frozenset({450}),
    ),
    Section("turning"),
)


# What it takes: replacements, points that are paid for acting, orders of leaders.


UPKEEP = (
    Section(
        "replacements",
        uses=("control",),
        form="section:Replacements",
        words={"phases": ("replacement",)},
        reads="rules:WORDS",
        checks="checks",
        codes=frozenset({442, 443, 444, 445, 446}),
    ),
    Section("spending"),
    Section("rerolls", form=":Rerolls", in_play=("*",), codes=frozenset({692})),
    Section(
        "obligations", fields={"phases": adds(":ObligingPhases", "obliges")}, codes=frozenset({770})
    ),
    Section(
        "command", fields={"phases": adds(":CommandedPhase", "command")}, codes=frozenset({654})
    ),
)


# What small units also do: they are so many men with their nerve, fire at a distance, hide.


SKIRMISH = (
    Section(
        "figures",
        offers=("rules:FigureRules",),
        form="section:Figures",
        defines=("figure-condition",),
        fields={
            "conditions": adds("section:FigureConditions", "figures"),
            "counts": adds("section:FigureCounts", "figures", "effective_units"),
            "outcomes": adds("section:FigureVerbs", "reinforce"),
            "selectors": adds("section:FigureSelector", "effective", "figures"),
        },
        words={
            "phases": ("casualties",),
            "neutral_phases": ("casualties",),
            "sought": ("figures",),
        },
        checks="checks",
        codes=frozenset({462, 463, 464, 465, 519}),
    ),
    Section("morale", form=":Morale", codes=frozenset({468})),
    Section(
        "fire",
        in_play=("*",),
        form="section:Fire",
        fields={
            "terrain_hexes": adds("section:Cover", "cover"),
            "terrain_hexsides": adds("section:Cover", "cover"),
            "outcomes": adds("section:FireVerbs", "hits", "strike"),
        },
        words={"phases": ("fire",), "phases_of_some": ("fire",), "acts": ("fire",)},
        reads="reading:WORDS",
        idle=("acts",),
        checks="checks",
        codes=frozenset({470, 471, 472, 473, 474, 476, 477, 478}),
    ),
    Section(
        "hidden",
        offers=("rules:HiddenRules",),
        form="section:Hidden",
        words={"acts": ("search",)},
        idle=("acts",),
        checks="checks",
        codes=frozenset({480, 481, 482, 483}),
    ),
    Section(
        "dummies",
        form="section:Dummies",
        defines=("dummies",),
        fields={"selectors": adds("section:FaceDownSelectors", "face_down")},
        checks="checks",
        codes=frozenset({760, 761}),
    ),
)


# How a turn goes: withdrawals, whose turn it is, which unit acts next, what is written beforehand,
# reactions, cards.


COURSE = (
    Section("withdrawals", form=":Withdrawals", codes=frozenset({563})),
    Section(
        "initiative",
        form=":Initiative",
        words={
            "phases": ("initiative",),
            "neutral_phases": ("initiative",),
            "phase_sides": ("initiative", "others", "second", "third", "fourth"),
        },
        codes=frozenset({485, 486, 487}),
    ),
    Section(
        "cup",
        offers=("rules:RoundRules",),
        uses=("spending",),
        form="section:Cup",
        defines=("chit",),
        reads="reading:WORDS",
        words={"neutral_phases": ("round",), "phases_of_some": ("round",)},
        checks="checks",
        codes=frozenset({522, 523, 524, 525, 526}),
    ),
    Section(
        "activation",
        uses=("cup",),
        form="section:Activation",
        words={"phases": ("activation",), "phases_of_some": ("activation",)},
        checks="checks",
        codes=frozenset({492}),
    ),
    Section(
        "plots",
        brings={"plots": "section:Plots", "carried_out": "section:CarriedOut"},
        defines=("plot",),
        fields={"phases": adds("section:PlotPhases", "sides", "plots")},
        words={
            "phases": ("plot", "carry_out"),
            "neutral_phases": ("plot", "carry_out"),
        },
        checks="checks",
        codes=frozenset(range(710, 719)),
    ),
    Section(
        "reactions",
        uses=("activation",),
        form="section:Reactions",
        fields={
            "phases": adds("section:OverwatchPhase", "mark"),
            "selectors": adds("section:Parts", "role"),
        },
        words={"phases": ("overwatch",), "phases_of_some": ("overwatch",), "acts": ("react",)},
        idle=("acts",),
        checks="checks",
        codes=frozenset({488, 489, 490, 491, 494, 495}),
    ),
    Section(
        "decks",
        form="section:Decks",
        defines=("deck", "way-of-cards", "card"),
        fields={
            "phases": adds("section:CardPhases", "deck", "plays", "mandatory", "discards"),
            "programs": adds("section:CardSteps", "deal", "discard", "reshuffle"),
            "outcomes": adds("section:CardSteps", "deal", "discard", "reshuffle"),
            "conditions": adds("section:CardConditions", "cards"),
            "counts": adds("section:CardCounts", "cards"),
        },
        words={"phases": ("deal", "card"), "neutral_phases": ("deal",)},
        in_play=("*.hand",),
        reads="rules:WORDS",
        checks="checks",
        codes=frozenset({*range(700, 710), 719, 720}),
    ),
)


# What else units do in their phases: escort, carry, leave the map, regroup, take, build.


ERRANDS = (
    Section(
        "escort",
        form=":Escort",
        fields={
            "conditions": adds(":EscortConditions", "escorted", "contacted"),
            "counts": adds(":EscortCounts", "escorted", "contacted"),
            "selectors": adds(":EscortSelector", "escorts"),
        },
        words={"sought": ("contacted", "escorted")},
        codes=frozenset({496, 497}),
    ),
    Section(
        "transport",
        form="section:Transport",
        fields={"selectors": adds("section:TransportSelector", "carries")},
        words={"acts": ("load",)},
        idle=("acts",),
        checks="checks",
        codes=frozenset({580}),
        in_play=("*", "!begins"),
    ),
    Section(
        "exits",
        form=":Exits",
        defines=("exit",),
        fields={
            "conditions": adds(":ExitConditions", "exited"),
            "counts": adds(":ExitCounts", "exited"),
        },
        words={"sought": ("exited",)},
        codes=frozenset({498}),
    ),
    Section(
        "breakdown",
        form=":Breakdowns",
        defines=("breakdown",),
        fields={
            "programs": adds(":SwapVerb", "swap"),
            "outcomes": adds(":SwapVerb", "swap"),
        },
        codes=frozenset({592, 593}),
    ),
    Section("capture", form=":Capture", codes=frozenset({594})),
    Section("works", form="section:Works", checks="checks", codes=frozenset({652})),
)


# What it comes to: points, victory, what a position is worth, what may be hidden in it, a draw that
# is agreed on; what is taught and printed.


ENDS = (
    Section(
        "points",
        offers=(":PointsRules",),
        form=":Points",
        fields={
            "conditions": adds(":PointsConditions", "points"),
            "counts": adds(":PointsCounts", "points"),
        },
        words={"foreseen": ("points",)},
        codes=frozenset({417, 418}),
    ),
    Section(
        "victory",
        form="section:Victory",
        needed=True,
        fields={
            "programs": adds("section:EndOfGame", "end"),
            "outcomes": adds("section:EndOfGame", "end"),
        },
        checks="checks",
        codes=frozenset({509, 518}),
    ),
    Section("evaluation", always=True),
    Section("worlds", always=True),
    Section("agreement", always=True),
    Section(
        "lessons",
        form="section:Lessons",
        is_choice=True,
        checks="checks",
        codes=frozenset({571, 572, 573, 574}),
    ),
    Section("sheet", form=":Sheet", codes=frozenset({570})),
)


STOREYS = {
    "ground": GROUND,
    "forces": FORCES,
    "stock": STOCK,
    "acts": ACTS,
    "upkeep": UPKEEP,
    "skirmish": SKIRMISH,
    "course": COURSE,
    "errands": ERRANDS,
    "ends": ENDS,
}
"""All storeys by name, from the ground up."""
