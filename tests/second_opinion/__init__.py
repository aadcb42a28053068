"""A second opinion: games of public engines played again on ours, decision by decision, and the tables compared.

`python -m tests.second_opinion DIR` does it for every game in a folder; `docs/second-opinion.md` is made by
`python -m tests.second_opinion DIR --write docs/second-opinion.md`.
"""
