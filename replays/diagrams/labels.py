"""The words a diagram adds of its own, in English, Polish and Ukrainian; cards and what happens to them keep their names."""

from __future__ import annotations

import msgspec

from replays.errors import ReplayError


class Labels(msgspec.Struct, frozen=True, kw_only=True):
    """The words of one language."""

    language: str
    log: str
    step: str
    heading: str
    rule: str
    passes: str
    one_pass: str
    closed: str
    nothing: str
    opens: str
    cancelled: str
    cancelled_by: str
    page: str
    levels: tuple[str, str, str]
    rows_hidden: str
    cost: str
    random: str
    taken_back: str
    wins: str
    instead: str
    states: dict[str, str]
    kinds: dict[str, str]
    legend: dict[str, str]
    sequence: str
    depth: str
    event: str
    window: str
    special: str
    optional: str
    loop: str
    round_chart: str
    says: str
    forced_by: str
    trigger: str
    ability: str
    round_: str
    phase: str


ENGLISH = Labels(
    language="en",
    log="log", step="step", heading="depth · event", rule="rule",
    passes="pass", one_pass="pass", closed="window closed", nothing="nothing to use", opens="opens",
    cancelled="Steps {steps} do not occur", cancelled_by="cancelled by {by}", page="page {n} of {of}", levels=("level", "levels", "levels"),
    rows_hidden="{n} rows not shown", cost="cost", random="at random", taken_back="takes back event {n}", wins="{who} wins", instead="instead",
    states={"saved": "saved", "replaced": "replaced", "prevented": "prevented", "failed": "changes nothing", "cancelled": "cancelled"},
    kinds={},
    legend={
        "imminent": "about to happen", "used": "ability used", "forced": "forced", "happened": "happens (R = order)", "passed": "pass",
        "cancelled": "cancelled, does not occur", "violation": "violation", "first": "first player",
        "changed": "changed", "chose": "decision", "chance": "random outcome", "step": "step of the round", "retracted": "taken back", "ended": "end of the game",
        "nothing": "could use nothing",
    },
    sequence="sequence", depth="depth", event="event", window="ACTION WINDOW", special="SPECIAL ACTION WINDOW", optional="optional",
    loop="again", round_chart="the round", says="says {who}", forced_by="forced", trigger="trigger sequence", ability="initiating an ability",
    round_="round", phase="phase",
)  # fmt: skip

POLISH = Labels(
    language="pl",
    log="log", step="krok", heading="głębokość · zdarzenie", rule="zasada",
    passes="pas", one_pass="pas", closed="okno zamknięte", nothing="nikt nie ma czego użyć", opens="otwiera",
    cancelled="Kroki {steps} nie występują", cancelled_by="anulowane przez {by}", page="strona {n} z {of}", levels=("poziom", "poziomy", "poziomów"),
    rows_hidden="ukrytych wierszy: {n}", cost="koszt", random="losowo", taken_back="cofa zdarzenie {n}", wins="wygrywa {who}", instead="zamiast tego",
    states={"saved": "ocalenie", "replaced": "zastąpione", "prevented": "zapobieżono", "failed": "nic nie zmienia", "cancelled": "anulowane"},
    kinds={
        "action": "akcja", "interrupt": "przerwanie", "reaction": "reakcja", "forced interrupt": "wymuszone przerwanie",
        "forced reaction": "wymuszona reakcja", "response": "odpowiedź", "when revealed": "po odkryciu",
    },
    legend={
        "imminent": "warunek nadchodzi", "used": "użycie zdolności", "forced": "wymuszone", "happened": "warunek występuje (R = kolejność)", "passed": "pas",
        "cancelled": "anulowane, nie występuje", "violation": "naruszenie", "first": "pierwszy gracz",
        "changed": "zmienione", "chose": "decyzja", "chance": "wynik losowy", "step": "krok rundy", "retracted": "cofnięte", "ended": "koniec gry",
        "nothing": "nie ma czego użyć",
    },
    sequence="sekwencja", depth="głębokość", event="zdarzenie", window="OKNO AKCJI", special="SPECJALNE OKNO AKCJI", optional="opcjonalnie",
    loop="ponownie", round_chart="runda (diagram kolejności)", says="twierdzi {who}", forced_by="wymuszone", trigger="sekwencja warunku aktywacji",
    ability="inicjowanie zdolności", round_="runda", phase="faza",
)  # fmt: skip

UKRAINIAN = Labels(
    language="uk",
    log="журнал", step="крок", heading="глибина · подія", rule="правило",
    passes="пас", one_pass="пас", closed="вікно зачинено", nothing="нікому нічого застосувати", opens="відкриває",
    cancelled="Кроки {steps} не відбуваються", cancelled_by="скасовано: {by}", page="сторінка {n} з {of}", levels=("рівень", "рівні", "рівнів"),
    rows_hidden="приховано рядків: {n}", cost="ціна", random="випадково", taken_back="забирає назад подію {n}", wins="перемагає {who}", instead="натомість",
    states={"saved": "врятовано", "replaced": "замінено", "prevented": "відвернуто", "failed": "нічого не змінює", "cancelled": "скасовано"},
    kinds={
        "action": "дія", "interrupt": "переривання", "reaction": "реакція", "forced interrupt": "примусове переривання",
        "forced reaction": "примусова реакція", "response": "відповідь", "when revealed": "після розкриття",
    },
    legend={
        "imminent": "от-от станеться", "used": "застосовано здібність", "forced": "примусово", "happened": "відбувається (R = черговість)", "passed": "пас",
        "cancelled": "скасовано, не відбувається", "violation": "порушення", "first": "перший гравець",
        "changed": "змінено", "chose": "рішення", "chance": "випадковий результат", "step": "крок раунду", "retracted": "забрано назад", "ended": "кінець гри",
        "nothing": "нічого застосувати",
    },
    sequence="послідовність", depth="глибина", event="подія", window="ВІКНО ДІЙ", special="ОСОБЛИВЕ ВІКНО ДІЙ", optional="необов'язково",
    loop="знову", round_chart="раунд (діаграма черговості)", says="стверджує {who}", forced_by="примусово", trigger="послідовність умови",
    ability="застосування здібності", round_="раунд", phase="фаза",
)  # fmt: skip

LANGUAGES = {labels.language: labels for labels in (ENGLISH, POLISH, UKRAINIAN)}


def labels_of(language: str) -> Labels:
    """The words of a language."""
    found = LANGUAGES.get(language)
    if found is None:
        raise ReplayError(f"diagrams are not labelled in {language!r}; there are {', '.join(LANGUAGES)}")
    return found


def counted(labels: Labels, number: int) -> str:
    """A number of levels, in the form the language wants."""
    one, few, many = labels.levels
    if number == 1:
        return f"{number} {one}"
    return f"{number} {few if number % 10 in (2, 3, 4) and number % 100 not in (12, 13, 14) else many}"
