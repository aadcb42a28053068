"""Ten disputes, each in two versions with other players and other cards.

A search for precedents must bring the two together.
"""

from __future__ import annotations

AGOT2 = """\
lastword 1 agot2 joust
players   A "{a}" {fa}, B "{b}" {fb}
position  round {round}, {phase}, first {first}, active {active}
A plot    "{plot_a}"
B plot    "{plot_b}"
"""


def _agot2(
    a: str,
    b: str,
    active: str,
    round_: int,
    setup: str,
    *,
    phase: str = "challenges",
    plots: str = "A Noble Cause|A Noble Cause",
) -> str:
    (name_a, fa), (name_b, fb), (plot_a, plot_b) = a.split(), b.split(), plots.split("|")
    head = AGOT2.format(
        a=name_a,
        fa=fa,
        b=name_b,
        fb=fb,
        round=round_,
        phase=phase,
        first="A",
        active=active,
        plot_a=plot_a,
        plot_b=plot_b,
    )
    return head + setup


def _hbo(
    a: str,
    b: str,
    active: str,
    round_: int,
    setup: str,
    *,
    phase: str = "challenges",
    plots: str = "The Old Gods|Detained",
) -> str:
    return _agot2(a, b, active, round_, setup, phase=phase, plots=plots).replace("agot2 joust", "hbo duel")


PAIRS: dict[str, tuple[str, str]] = {
    "cancelling a duplicate's save": (
        _agot2("Anna stark", "Borys lannister", "B", 3, """\
A play    ned = "Eddard Stark" (duplicate), cat = "Catelyn Stark" (kneeling)
B play    hound = "The Hound"
B gold    3
B hand    "The Hand's Judgment", 4 unknown

B challenge military with hound against A
A defend with nobody
A claim ned
A use duplicate of ned
B play "The Hand's Judgment"
"""),
        _agot2("Zofia lannister", "Ihor stark", "A", 5, """\
A play    tywin = "Tywin Lannister", jaime = "Ser Jaime Lannister"
A gold    4
A hand    judgment = "The Hand's Judgment"
B play    arya = "Arya Stark" (duplicate), sansa = "Sansa Stark" (kneeling)
B hand    2 unknown

A challenge power with tywin against B
B defend with nobody
A challenge military with jaime against B
B defend with nobody
B claim arya
B use duplicate of arya
A play judgment
"""),
    ),
    "cancelling what was cancelled": (
        _agot2("Anna stark", "Borys lannister", "B", 2, """\
A play    bran = "Bran Stark", ned = "Eddard Stark" (kneeling), knight = "Tumblestone Knight" (kneeling)
A gold    2
A hand    judgment = "The Hand's Judgment"
B play    tywin = "Tywin Lannister"
B gold    4
B hand    sword = "Put to the Sword"

B challenge military with tywin against A
B play sword on ned
A use bran
A play judgment
"""),
        _agot2("Ola lannister", "Petro stark", "A", 4, """\
A play    jaime = "Ser Jaime Lannister", tyrion = "Tyrion Lannister"
A gold    5
A hand    sword = "Put to the Sword", 3 unknown
B play    bran = "Bran Stark", robb = "Robb Stark" (kneeling), cat = "Catelyn Stark" (kneeling)
B gold    3
B hand    judgment = "The Hand's Judgment", 1 unknown

A challenge military with jaime against B
B defend with nobody
A play sword on robb
B use bran
B play judgment
"""),
    ),
    "one character for a claim of two": (
        _agot2("Anna stark", "Borys lannister", "B", 2, """\
A play    robb = "Robb Stark" (kneeling), arya = "Arya Stark" (kneeling), bran = "Bran Stark" (kneeling)
A hand    nothing
B play    hound = "The Hound"
B hand    nothing

B challenge military with hound against A
A claim arya, arya
""", plots="A Noble Cause|The Winds of Winter"),
        _agot2("Iga greyjoy", "Jan martell", "A", 4, """\
A play    asha = "Asha Greyjoy", crew = "Black Wind's Crew"
A hand    2 unknown
B play    viper = "The Red Viper" (kneeling), areo = "Areo Hotah" (kneeling), edric = "Edric Dayne" (kneeling)
B hand    nothing

A challenge military with asha against B
B claim viper, viper
""", plots="The Winds of Winter|A Noble Cause"),
    ),
    "a cost nothing can pay": (
        _agot2("Anna targaryen", "Borys stark", "A", 2, """\
A play    drogon = "Drogon" (kneeling), jorah = "Ser Jorah Mormont"
A gold    1
A hand    dracarys = "Dracarys!"
B play    wind = "Grey Wind"
B hand    nothing

A challenge military with jorah against B
A play dracarys on jorah
"""),
        _agot2("Ewa baratheon", "Taras targaryen", "B", 3, """\
A play    robert = "Robert Baratheon"
A hand    nothing
B play    rhaegal = "Rhaegal" (kneeling), viserion = "Viserion" (kneeling), drogo = "Khal Drogo"
B gold    2
B hand    dracarys = "Dracarys!", 2 unknown

B challenge military with drogo against A
B play dracarys on robert
"""),
    ),
    "choosing who is immune": (
        _agot2("Anna stark", "Borys lannister", "B", 2, """\
A play     septon = "Training Septon" (kneeling), knight = "Tumblestone Knight" (kneeling)
A hand     nothing
B play     tywin = "Tywin Lannister"
B gold     2
B hand     sword = "Put to the Sword"

B challenge military with tywin against A
B play sword on septon
"""),
        _agot2("Lena lannister", "Oleh stark", "A", 6, """\
A play     jaime = "Ser Jaime Lannister"
A gold     3
A hand     sword = "Put to the Sword", 2 unknown
B play     septon = "Training Septon" (kneeling), pup = "Direwolf Pup" (kneeling)
B hand     4 unknown

A challenge military with jaime against B
A play sword on septon
"""),
    ),
    "reacting twice to one thing": (
        _agot2("Anna stark", "Borys lannister", "B", 2, """\
A play    ned = "Eddard Stark"
A hand    nothing
B play    tyrion = "Tyrion Lannister", cersei = "Cersei Lannister"
B hand    nothing

B challenge intrigue with tyrion against A
B use tyrion
B use tyrion
"""),
        _agot2("Nina lannister", "Marko tyrell", "A", 3, """\
A play    tyrion = "Tyrion Lannister", pycelle = "Grand Maester Pycelle"
A hand    3 unknown
B play    flowers = "The Knight of Flowers"
B hand    1 unknown

A challenge intrigue with pycelle against B
A use tyrion
A use tyrion
"""),
    ),
    "attacking on one's knees": (
        _agot2("Anna stark", "Borys lannister", "A", 3, """\
A play    ned = "Eddard Stark" (kneeling)
A hand    nothing
B play    hound = "The Hound"
B hand    nothing

A challenge power with ned against B
"""),
        _agot2("Kasia martell", "Stepan tyrell", "B", 1, """\
A play    areo = "Areo Hotah"
A hand    nothing
B play    flowers = "The Knight of Flowers" (kneeling), margaery = "Margaery Tyrell"
B hand    2 unknown

B challenge intrigue with margaery against A
B challenge military with flowers against A
"""),
    ),
    "bringing back the dead": (
        _agot2("Anna stark", "Borys lannister", "A", 2, """\
A play    arya = "Arya Stark"
A gold    7
A hand    robb = "Robb Stark"
A dead    "Robb Stark"
B play    hound = "The Hound"
B hand    nothing

A marshal robb
""", phase="marshaling"),
        _agot2("Rita greyjoy", "Danylo lannister", "B", 4, """\
A play    asha = "Asha Greyjoy"
A hand    nothing
B play    cersei = "Cersei Lannister"
B gold    8
B hand    tywin = "Tywin Lannister", merchant = "Lannisport Merchant"
B dead    "Tywin Lannister"

B marshal merchant
B marshal tywin
""", phase="marshaling"),
    ),
    "defending on one's knees": (
        _hbo("Anna stark", "Borys lannister", "A", 2, """\
A play    rider = "Training Wolf Rider"
A hand    empty
B play    guard = "Training Lion Guard", widow = "Training Lion Widow" (kneeling)
B hand    2 unknown

A challenge military with rider
B defend with widow
"""),
        _hbo("Beata stark", "Roman lannister", "B", 5, """\
A play    ned = "Eddard Stark" (kneeling), sansa = "Sansa Stark", steward = "Training Wolf Steward"
A hand    1 unknown
B play    captain = "Training Lion Captain", spy = "Training Lion Spy"
B hand    empty

B challenge military with captain
A defend with ned
"""),
    ),
    "marshalling in another's turn": (
        _hbo("Anna stark", "Borys lannister", "B", 2, """\
A gold    5
A play    ned = "Eddard Stark"
A hand    rider = "Training Wolf Rider"
B gold    4
B play    banker = "Training Lion Banker"
B hand    guard = "Training Lion Guard"

A marshal rider
""", phase="marshalling"),
        _hbo("Celina lannister", "Vasyl stark", "B", 3, """\
A gold    6
A play    captain = "Training Lion Captain", page = "Training Lion Page"
A hand    spy = "Training Lion Spy", 2 unknown
B gold    3
B play    sansa = "Sansa Stark"
B hand    2 unknown

A marshal spy
""", phase="marshalling"),
    ),
}  # fmt: skip
