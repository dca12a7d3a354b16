"""What the lab and a policy in a program of its own write to each other follows its schema."""

import json
import pathlib
import sys

import pytest

import abrlab

jsonschema = pytest.importorskip("jsonschema")
PAGE = pathlib.Path(__file__).parent.parent.parent / "Sources/ABRRuns/ABRRuns.docc/PoliciesInAnyLanguage.md"
PROGRAM = """#!{python}
import json, sys

with open("{log}", "a", buffering=1) as log:
    for line in sys.stdin:
        message = json.loads(line)
        log.write(line)
        if message["type"] == "end":
            continue
        answer = {ready} if message["type"] == "setup" else [0] * len(message["level_s"])
        log.write(json.dumps(answer) + "\\n")
        print(json.dumps(answer), flush=True)
"""


@pytest.fixture(scope="module")
def kind():
    """Gives which of the definitions of the schema a message follows, of those for what its side writes: that of the
    lab has a type."""
    schema = json.loads(abrlab.command("schema", "show", "policy-messages"))
    jsonschema.Draft202012Validator.check_schema(schema)
    whole = jsonschema.Draft202012Validator(schema)
    definitions = schema["$defs"]
    parts = {name: whole.evolve(schema={"$ref": f"#/$defs/{name}", "$defs": definitions}) for name in definitions}

    def kind(message):
        side = ("setup", "decide", "end") if "type" in message else ("ready", "renditions")
        kinds = [name for name in side if parts[name].is_valid(message)]
        assert whole.is_valid(message) or not kinds
        return kinds

    kind.schema = schema
    return kind


@pytest.fixture
def exchange(tmp_path):
    """Plays a program that says `ready`, and gives the lines that went to and fro."""

    def play(ready, *plays):
        policy, log = tmp_path / "policy.py", tmp_path / "log"
        policy.write_text(PROGRAM.format(python=sys.executable, log=log, ready=ready))
        policy.chmod(0o755)
        for options in plays:
            abrlab.run(abrlab.BUNDLED / "recorded" / "lumos-4g", policies=f"exec({policy})", jobs=1, **options)
        abrlab.command("policy", "try", policy)
        return [json.loads(line) for line in log.read_text().splitlines()]

    return play


def test_what_is_exchanged_follows_the_schema(kind, exchange):
    plays = {"buffer": "growth", "viewer": "leave(60s)"}, {"viewer": "leave(20s)"}
    everything = exchange({"abrlab": 1}, *plays)
    following = [kind(message) for message in everything]
    begun = following.index(["setup"]), following.index(["end"])
    assert following[begun[0]:begun[0] + 4] == [["setup"], ["ready"], ["decide"], ["renditions"]] and begun[0] == 0
    assert {name for [name] in following} == set(kind.schema["$defs"])
    decisions = [message for message in everything if "level_s" in message]
    assert all(set(message) == {"type", *abrlab.Questions.COLUMNS} for message in decisions)
    assert None in [message.get("segment_sizes_bytes") for message in everything if "sessions" in message]
    chosen = exchange({"abrlab": 1, "columns": ["level_s", "segment"], "name": "mine", "version": 3})[len(everything):]
    assert all(len(kind(message)) == 1 for message in chosen)
    assert {"type": "decide", "level_s": [0], "segment": [0]} in chosen


def test_a_session_of_several_items_goes_on(kind, exchange):
    video = abrlab.BUNDLED / "video" / "short-form.json"
    everything = exchange({"abrlab": 1}, {"items": 6, "viewer": "feed(short-video)", "video": video})
    assert all(len(kind(message)) == 1 for message in everything)
    setups = [message for message in everything if "sessions" in message]
    further = [message for message in setups if "continues" in message]
    assert 6 < len(further) < len(setups)
    assert all(message["sessions"] == 1 and message["continues"] is True for message in further)


def test_what_does_not_follow_the_schema_is_noticed(kind, exchange):
    damaged = 0
    for message in exchange({"abrlab": 1, "columns": ["level_s"]})[:4]:
        if isinstance(message, list):
            faults = [[], ["0"], [0.5], [-1], {"0": 0}]
        else:
            faults = [{**message, name: {"no": "such"}} for name in message if message != "columns"]
            optional = ("columns", "level_s")
            needed = [name for name in message if name not in optional]
            faults += [{key: message[key] for key in message if key != name} for name in needed]
            if "type" in message:
                faults.append({**message, "mood": 1})
        [own] = kind(message)
        for fault in faults:
            assert own not in kind(fault), fault
            damaged += 1
    assert damaged > 20


def test_the_exchange_of_the_page_follows_the_schema(kind):
    lines = PAGE.read_text().split("```json\n")[1].split("```")[0].replace("…,", "").splitlines()
    found = [kind(json.loads(line)) for line in lines]
    assert found == [["setup"], ["ready"], ["decide"], ["renditions"], ["end"]]
    # Every member that the schema has is in the tables of the page.
    tables = PAGE.read_text().split("## The messages")[1].split("## Trying it")[0]
    names = {name for definition in kind.schema["$defs"].values() for name in definition.get("properties", {})}
    assert all(f"`{name}`" in tables or f'"{name}"' in tables for name in names)
