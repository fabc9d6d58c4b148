"""The signature names all that must be equal for two scores to be comparable."""

import re
from importlib import metadata

import pytest

import upheld
from upheld import _signature
from upheld._signature import package_version, signature
from upheld.metrics.levels import Levels
from upheld.testing import ScriptedJudge

ROWS = [{"answer": f"Shop {n} opens at nine.", "contexts": [f"Shop {n} opens at nine."]} for n in range(9)]


def parts(text):
    return dict(part.split(":", 1) for part in text.split("|"))


def signed(**options):
    return upheld.check("It is open.", ["It is open."], **options).signature


def test_pairs_keep_their_order_and_the_version_is_last():
    """The text reads as it was put together; what is None is not in it."""
    assert signature(b=1, a="x", c=None) == f"b:1|a:x|version:{package_version()}"


def test_version_of_the_package():
    """The version is that of the installed distribution."""
    assert package_version() == metadata.version("upheld")


def test_version_of_code_that_is_not_installed(monkeypatch):
    """Code that runs from a folder says that its version is unknown, and still runs."""

    def missing(name):
        raise metadata.PackageNotFoundError(name)

    monkeypatch.setattr(_signature, "version", missing)
    assert package_version.__wrapped__() == "0+unknown"


def test_what_is_in_it():
    """Judge, splitter, inference mode, policy, checks, kernel and version are named."""
    found = parts(signed())
    assert set(found) == {"judge", "claims", "inference", "policy", "checks", "kernel", "version"}
    assert found["checks"] == "veto-1"
    assert found["inference"] == "entailed"
    assert found["policy"] == "strict"
    assert re.fullmatch(r"embedded-[0-9a-f]{8}@0\.5", found["judge"])


@pytest.mark.parametrize(
    ("options", "names"),
    [
        ({"policy": "lenient"}, {"policy"}),
        ({"inference": "reasonable"}, {"inference", "judge"}),
        ({"judge": "scripted"}, {"judge"}),
        ({"empty_score": 1.0}, {"empty"}),
        ({"levels": Levels(0.95, 0.8)}, {"levels"}),
        ({"checks": "off"}, {"checks"}),
        ({"checks": "explain"}, {"checks"}),
        ({"tolerance": {"length": "2%"}}, {"tolerance"}),
        ({"domain": "medical"}, {"tolerance"}),  # whose amounts must be exact
    ],
)
def test_what_changes_scores_changes_the_signature(options, names):
    """Each option that changes a score or its level changes exactly its own part."""
    before, after = parts(signed()), parts(signed(**options))
    assert {name for name in before | after if before.get(name) != after.get(name)} == names


def test_what_does_not_change_scores_does_not_change_it():
    """The domain only decides on a score; texts, ids and the number of processes are no part of it."""
    assert signed() == signed(domain="legal") == signed(claims=["It is open"]) == signed(tolerance={})
    assert upheld.evaluate(ROWS).signature == signed() == upheld.evaluate(ROWS, limit=2).signature


def test_a_drawn_sample_has_its_seed_in_it():
    """A random draw of rows is part of what produced the mean."""
    assert parts(upheld.evaluate(ROWS, sample=3, seed=7).signature)["seed"] == "7"
    assert "seed" not in parts(upheld.evaluate(ROWS).signature)


def test_every_result_carries_it():
    """Results and report have the same signature, so that a row taken out of its report can still be compared."""
    report = upheld.evaluate([*ROWS, {"answer": ""}, 5], judge=ScriptedJudge())
    assert {result.signature for result in report.results} == {report.signature} == report.signatures
