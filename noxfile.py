"""Tests with the real packages of others, each in an environment of its own: ``nox``, or ``nox -s langchain``.

They are no part of a plain ``pytest``. ``.ci/run --all`` runs them all.
"""

from pathlib import Path

import nox

nox.needs_version = ">=2026.10"
nox.options.default_venv_backend = "venv"
nox.options.reuse_venv = "yes"
nox.options.error_on_missing_interpreters = True

QUIET = {
    "DEEPEVAL_TELEMETRY_OPT_OUT": "YES",
    "DO_NOT_TRACK": "true",
    "HAYSTACK_TELEMETRY_ENABLED": "false",
    "LANGSMITH_TRACING": "false",
    "MLFLOW_DISABLE_TELEMETRY": "true",
    "OPENAI_AGENTS_DISABLE_TRACING": "1",
    "RAGAS_DO_NOT_TRACK": "true",
}
"""Nothing is told to anybody."""


def _test(session: nox.Session, *packages: str, upheld: str = ".", env: dict[str, str] | None = None) -> None:
    """Install Upheld beside some packages and run the tests that are named like the session.

    Warnings are shown and are no errors: those of others are not ours to mend.
    """
    session.install("-e", upheld, "pytest>=8.4", *packages)
    session.run(
        "pytest",
        f"tests/real/test_real_{session.name}.py",
        "-W",
        "default",
        *session.posargs,
        env={**QUIET, **(env or {})},
    )


@nox.session
def langchain(session: nox.Session) -> None:
    """LangChain's agents, and the evaluators of LangSmith, which comes with it."""
    _test(session, "langchain==1.5.*")


@nox.session
def openai_agents(session: nox.Session) -> None:
    """The OpenAI Agents SDK."""
    _test(session, "openai-agents==0.24.*")


@nox.session
def haystack(session: nox.Session) -> None:
    """Haystack's components and pipelines."""
    _test(session, "haystack-ai==3.4.*")


@nox.session
def llama_index(session: nox.Session) -> None:
    """LlamaIndex's evaluators."""
    _test(session, "llama-index-core==0.14.*")


@nox.session
def mlflow(session: nox.Session) -> None:
    """MLflow's scorers: the slim package, and what its evaluation and its store need beside it."""
    _test(session, "mlflow-skinny>=3.17,<4", "alembic", "pandas", "sqlalchemy")


@nox.session
def deepeval(session: nox.Session) -> None:
    """DeepEval's objects in our calls, and our metric in its calls."""
    _test(session, "deepeval>=4,<5")


@nox.session
def ragas(session: nox.Session) -> None:
    """RAGAS's objects in our calls, and our metric in its calls; ragas 0.4 cannot be imported with a newer langchain-community."""
    _test(session, "ragas==0.4.*", "langchain-community<0.4", "datasets", "pandas", upheld=".[frames]")


@nox.session(requires=["ragas", "deepeval"])
def compare(session: nox.Session) -> None:
    """``upheld compare`` with both peers, each in the environment that its own session made."""
    pythons = {f"{peer.upper()}_PYTHON": _python(session, peer) for peer in ("ragas", "deepeval")}
    _test(session, upheld=".[llm]", env=pythons)


def _python(session: nox.Session, other: str) -> str:
    """Return the interpreter of another session."""
    mine = Path(session.virtualenv.location)
    return str(Path(session.virtualenv.bin, "python")).replace(str(mine), str(mine.with_name(other)), 1)
