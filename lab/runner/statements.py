"""Verdicts as sentences, which the report begins with."""
import string

from .study import STATES
from .verdict import MAYBE, NOT_REPRODUCED, REPRODUCED, UNDECIDED
from .writer import number, times

MARKS = {REPRODUCED: "✓", NOT_REPRODUCED: "✗", UNDECIDED: "?"} | dict.fromkeys(STATES, "–")


def wanted(claim):
    """The limits of a claim in words."""
    if "fastest" in claim:
        return "a ratio above 1 to the best of the others"
    limits = [f"at least {claim['least']:g}"] if "least" in claim else []
    limits += [f"at most {claim['most']:g}"] if "most" in claim else []
    return "a ratio of " + " and ".join(limits) if limits else "a ratio above 1"


def instance_text(instance):
    """An instance as text, for example "gcc 0.91 (no)". An open answer also has the interval."""
    if not instance.answer:
        return f"{instance.label} – ({instance.missing})".strip()
    figure = instance.detail
    if not figure:
        figure = times(instance.ratio.value)
        if instance.answer == MAYBE and not instance.untimed:
            figure += f", from {times(instance.ratio.low)} to {times(instance.ratio.high)}"
    return f"{instance.label}{': ' if instance.detail and instance.label else ' '}{figure} ({'no time' if instance.untimed else instance.answer})".strip()


def published_text(instances):
    found = sorted({times(i.published) for i in instances if i.published}, key=float)
    return f"The paper's own figures give {found[0]}{f' to {found[-1]}' if found[1:] else ''}. " if found else ""


class Figures(string.Formatter):
    """Replaces {TABLE/ROW/COLUMN} in an explanation by the figure of this run, because a figure of another machine
    would be wrong here. {a|b} is the ratio of the rates of a and b."""

    def __init__(self, study, paper):
        self.study, self.paper = study, paper

    def get_field(self, name, args, kwargs):
        if "|" in name:
            left, right = (self.study.rate_of(self.paper, n) for n in name.split("|"))
            return (times(left[0] / right[0]) if left and right else "–"), name
        value = self.study.value(self.study.cell(self.paper, name))
        return (number(value.value) if value else "–"), name


def explanation(study, verdict):
    """The explanation of claims.toml if a statement is not reproduced."""
    claim = verdict.claim
    if verdict.word not in (NOT_REPRODUCED, UNDECIDED) or not claim.get("why"):
        return []
    return [Figures(study, claim["paper"]).format(claim["why"]) + "."]


def statement(study, verdict):
    """(mark, sentence, lines below the sentence)."""
    claim, word = verdict.claim, verdict.word
    if word in STATES:
        reasons = dict.fromkeys(i.missing.partition(": ")[2] for i in verdict.instances)
        return MARKS[word], f"{claim['text']} ({claim['where']}): {word}: {'; '.join(reasons)}.", []
    substitute = f" (a substitute: {verdict.substitute})" if verdict.substitute else ""
    figures = "; ".join(map(instance_text, verdict.instances))
    slip = f" In the paper {claim['slip']}." if "slip" in claim else ""
    limits = "" if verdict.instances[0].detail else f"{published_text(verdict.instances)}The statement needs {wanted(claim)}. "
    return MARKS[word], f"{claim['text']} ({claim['where']}): {word}{substitute}.", [f"{limits}Here: {figures}.{slip}", *explanation(study, verdict)]


def counted(verdicts):
    """The verdicts counted, for example "Of 20 statements: 12 reproduced, 5 not reproduced, 3 undecided."."""
    parts = []
    for word in MARKS:
        found = [v for v in verdicts if v.word == word]
        substitutes = sum(bool(v.substitute) for v in found)
        if found or word == REPRODUCED:
            parts.append(f"{len(found)} {word}" + (f" ({substitutes} of them with a substitute)" if substitutes else ""))
    return f"Of {len(verdicts)} statements: {', '.join(parts)}."


def opening(w, study, facts):
    verdicts = study.statements()
    for paper in dict.fromkeys(t.paper for t in study.tables):
        own = [v for v in verdicts if v.claim["paper"] == paper]
        w.head(2, f"{facts[paper]['paper'].get('short', paper)}")
        w.text(counted(own))
        for word in MARKS:
            if found := [v for v in own if v.word == word]:
                w.items([statement(study, v) for v in found])
