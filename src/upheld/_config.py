"""Settings: option before ``UPHELD_*`` environment before file before default, each with its origin.

The file is ``upheld.toml`` or the table ``[tool.upheld]`` of ``pyproject.toml``: the nearest one, from the working
folder upwards.
"""

from __future__ import annotations

import difflib
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated, Any, Literal, TypeAlias, get_args

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, ValidationError, model_validator

from upheld._errors import ConfigurationError
from upheld._types import CheckMode, Inference, Policy

if TYPE_CHECKING:
    from pathlib import Path


__all__ = ["OUTPUT_FORMATS", "DomainTable", "LLMTable", "LevelsTable", "Loaded", "Settings", "load"]

OutputFormat: TypeAlias = Literal["text", "json", "jsonl", "csv", "markdown", "html", "parquet", "arrow"]

OUTPUT_FORMATS: tuple[OutputFormat, ...] = get_args(OutputFormat)

_PREFIX = "UPHELD_"
_OTHER_VARIABLES = frozenset({"UPHELD_DEBUG", "UPHELD_LLM_API_KEY"})
_TABLES = frozenset({"levels", "domains", "tolerance", "plugins", "llm"})
_FRACTION = "a number between 0 and 1"
_COUNT = "a whole number, 1 or more"
_MONEY = "an amount of money, 0 or more"


def _one_of(choices: Any) -> str:
    """List the choices of a Literal in words."""
    *first, last = get_args(choices)
    return f"{', '.join(first)} or {last}"


def _no_bool(value: Any) -> Any:
    """Refuse true and false where a number belongs: they would pass as 1 and 0."""
    if isinstance(value, bool):
        msg = "true and false are no numbers"
        raise ValueError(msg)  # noqa: TRY004 - pydantic turns a ValueError into its own error, a TypeError not
    return value


_Fraction: TypeAlias = Annotated[float, BeforeValidator(_no_bool), Field(ge=0.0, le=1.0, allow_inf_nan=False)]
_Whole: TypeAlias = Annotated[int, BeforeValidator(_no_bool)]
_Amount: TypeAlias = Annotated[float, BeforeValidator(_no_bool), Field(ge=0.0, allow_inf_nan=False)]
_Name: TypeAlias = Annotated[str, Field(min_length=1)]


class _Table(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)


class LevelsTable(_Table):
    """Scores at which an answer is ``safe`` or a ``warning``; None keeps the default."""

    safe: _Fraction | None = Field(default=None, description=_FRACTION)
    warning: _Fraction | None = Field(default=None, description=_FRACTION)

    @model_validator(mode="after")
    def _ordered(self) -> LevelsTable:
        if self.safe is not None and self.warning is not None and self.safe < self.warning:
            msg = "'safe' must not be below 'warning'"
            raise ValueError(msg)
        return self


class DomainTable(_Table):
    """Scores at which a domain may be deployed or must be reviewed."""

    deploy: _Fraction = Field(description=_FRACTION)
    review: _Fraction = Field(description=_FRACTION)

    @model_validator(mode="after")
    def _ordered(self) -> DomainTable:
        if self.deploy < self.review:
            msg = "'deploy' must not be below 'review'"
            raise ValueError(msg)
        return self


class PriceTable(_Table):
    """Money for a million tokens."""

    input: _Amount = Field(description=_MONEY)
    output: _Amount = Field(description=_MONEY)


class LLMTable(_Table):
    """What is seldom changed about calls to a model; None keeps the default."""

    timeout: Annotated[float, BeforeValidator(_no_bool), Field(gt=0.0, allow_inf_nan=False)] | None = Field(
        default=None, description="a number of seconds above 0"
    )
    temperature: Annotated[float, BeforeValidator(_no_bool), Field(ge=0.0, le=2.0)] | None = Field(
        default=None, description="a number between 0 and 2"
    )
    context_tokens: Annotated[_Whole, Field(ge=100)] | None = Field(
        default=None, description="a whole number, 100 or more"
    )
    extra_tokens: Annotated[_Whole, Field(ge=0)] | None = Field(
        default=None, description="a whole number, 0 or more"
    )
    granularity: Literal["atomic", "clause", "sentence"] | None = Field(
        default=None, description="atomic, clause or sentence"
    )
    structured: Literal["auto", "schema", "tool", "json"] | None = Field(
        default=None, description="auto, schema, tool or json"
    )
    examples: _Name | None = Field(default=None, description="the path of a file with examples of splitting")
    prompt: _Name | None = Field(default=None, description="the path of a file with rules of judging")
    cache_path: _Name | None = Field(default=None, description="the path of a file")
    prices: dict[str, PriceTable] = Field(
        default_factory=dict, description="a table of models, each with 'input' and 'output'"
    )


class Settings(_Table):
    """All settings, with their defaults. Each description says what is allowed."""

    judge: _Name = Field(
        "embedded",
        description="the name of a judge, such as embedded or lexical, or package.module:attribute",
    )
    policy: Policy = Field(default="strict", description=_one_of(Policy))
    inference: Inference = Field(default="entailed", description=_one_of(Inference))
    domain: _Name | None = Field(default=None, description="the name of a domain, such as medical")
    empty_score: _Fraction | None = Field(default=None, description=_FRACTION)
    fail_under: _Fraction | None = Field(default=None, description=_FRACTION)
    fail_under_sample: _Fraction | None = Field(default=None, description=_FRACTION)
    output_format: OutputFormat = Field(default="text", description=_one_of(OutputFormat))
    jobs: Annotated[_Whole, Field(ge=1)] = Field(default=1, description=_COUNT)
    seed: _Whole = Field(default=0, description="a whole number")
    format: _Name | None = Field(
        default=None, description="the name of an input format; `upheld formats` lists them"
    )
    checks: CheckMode = Field(default="veto", description=_one_of(CheckMode))
    plugins: list[_Name] = Field(default_factory=list, description="a list of modules with plug-ins")
    tolerance: dict[str, str | float] = Field(
        default_factory=dict, description='a table of kinds, each with an amount such as "2%" or "1d"'
    )
    decomposer: _Name | None = Field(
        default=None, description="rules, two_calls, one_call, given_claims or llm:MODEL"
    )
    extractions: Annotated[_Whole, Field(ge=1, le=99)] = Field(
        default=1, description="a whole number from 1 to 99"
    )
    max_cost: Annotated[_Amount, Field(gt=0.0)] | None = Field(
        default=None, description="an amount of money above 0"
    )
    max_concurrency: Annotated[_Whole, Field(ge=1)] = Field(default=16, description=_COUNT)
    cache: bool = Field(default=True, description="true or false")
    proof: Literal["asked", "required"] = Field(default="asked", description="asked or required")
    llm: LLMTable = Field(default_factory=LLMTable, description="a table of what concerns calls to a model")
    levels: LevelsTable = Field(default_factory=LevelsTable, description="a table with 'safe' and 'warning'")
    domains: dict[str, DomainTable] = Field(
        default_factory=dict, description="a table of domains, each with 'deploy' and 'review'"
    )


@dataclass(frozen=True, slots=True)
class Loaded:
    """Settings in force.

    Attributes:
        settings: the values.
        origin: for each setting, where its value comes from, such as ``option --policy`` or ``default``.
        warnings: what was strange but did not stop the run.
    """

    settings: Settings
    origin: Mapping[str, str]
    warnings: tuple[str, ...] = ()


def load(options: Mapping[str, Any], env: Mapping[str, str], cwd: Path) -> Loaded:
    """Join all sources of settings.

    Args:
        options: settings given on the command line, by the names of `Settings`; None means not given.
        env: the environment.
        cwd: the folder from which a file of settings is looked for, upwards.

    Raises:
        ConfigurationError: a key is unknown or a value is not allowed; the message names source, key and value.
    """
    values, origin = _from_file(cwd)
    found, warnings = _from_env(env)
    for name, value in found.items():
        values[name], origin[name] = value, f"environment {_variable(name)}"
    for name, value in options.items():
        if value is not None:
            values[name], origin[name] = value, f"option --{name.replace('_', '-')}"
    try:
        settings = Settings.model_validate(values)
    except ValidationError as error:
        raise ConfigurationError(_explain(error, origin)) from None
    return Loaded(settings, {name: origin.get(name, "default") for name in Settings.model_fields}, warnings)


def _variable(name: str) -> str:
    return _PREFIX + name.upper()


def _from_env(env: Mapping[str, str]) -> tuple[dict[str, str], tuple[str, ...]]:
    """Read the ``UPHELD_*`` variables; an empty one counts as not set."""
    known = {_variable(name): name for name in Settings.model_fields if name not in _TABLES}
    found: dict[str, str] = {}
    warnings = []
    for variable, value in sorted(env.items()):
        if variable in known and value:
            found[known[variable]] = value
        elif variable.startswith(_PREFIX) and variable not in known and variable not in _OTHER_VARIABLES:
            hint = (
                " (tables can only be set in a file)"
                if variable.removeprefix(_PREFIX).lower() in _TABLES
                else ""
            )
            warnings.append(f"environment {variable} is not used{hint}{_meant(variable, [*known])}")
    return found, tuple(warnings)


def _from_file(cwd: Path) -> tuple[dict[str, Any], dict[str, str]]:
    """Find and read the nearest file of settings."""
    for folder in (cwd, *cwd.parents):
        for name in ("upheld.toml", "pyproject.toml"):
            path = folder / name
            if not path.is_file():
                continue
            data: Any = _read(path)
            if name == "pyproject.toml":
                tool = data.get("tool")
                if not isinstance(tool, dict) or "upheld" not in tool:
                    continue
                data = tool["upheld"]
            elif "tool" in data:
                msg = (
                    f"{path}: in upheld.toml the settings stand at the top level: leave out the header [tool.upheld], and write "
                    "[levels] for [tool.upheld.levels]; the header belongs to pyproject.toml"
                )
                raise ConfigurationError(msg)
            if not isinstance(data, dict):
                msg = f"{path}: [tool.upheld] must be a table, not {_show(data)}"
                raise ConfigurationError(msg)
            return data, dict.fromkeys(data, str(path))
    return {}, {}


def _read(path: Path) -> dict[str, Any]:
    try:
        # TOML itself knows no byte order mark; editors on Windows write one.
        return tomllib.loads(path.read_text(encoding="utf-8-sig"))
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        msg = f"{path}: not valid TOML: {error}"
        raise ConfigurationError(msg) from None
    except OSError as error:
        msg = f"{path}: cannot be read: {error.strerror}"
        raise ConfigurationError(msg) from None


def _explain(error: ValidationError, origin: Mapping[str, str]) -> str:
    """Say in our own words what is wrong with the first bad setting."""
    first = error.errors(include_url=False)[0]
    path = [str(step) for step in first["loc"]]
    where, key, value = origin[path[0]], ".".join(path), first["input"]
    model = _table_at(path)
    if first["type"] == "extra_forbidden":
        known = sorted(model.model_fields)
        return f"{where}: unknown key {key!r}{_meant(path[-1], known, key)} (known: {', '.join(known)})"
    if first["type"] == "missing":
        return f"{where}: {'.'.join(path[:-1])} needs the key {path[-1]!r}"
    if first["type"] == "value_error" and isinstance(value, Mapping):
        return f"{where}: {key}: {first['ctx']['error']}"
    field = model.model_fields.get(path[-1])
    allowed = "a table with 'deploy' and 'review'" if field is None else field.description
    # An option and a variable bear the name of the setting themselves; a file does not.
    subject = "" if where.startswith(("option ", "environment ")) else f"{key} = "
    return f"{where}: {subject}{_show(value)} is not allowed, it must be {allowed}{_hint(path[-1], value, model)}"


def _table_at(path: list[str]) -> type[_Table]:
    if path[0] == "levels" and len(path) > 1:
        return LevelsTable
    if path[0] == "llm" and len(path) > 1:
        return PriceTable if len(path) > 3 and path[1] == "prices" else LLMTable  # noqa: PLR2004 - llm, prices, model, key
    if path[0] == "domains" and len(path) > 2:  # noqa: PLR2004 - domains, its name, its key
        return DomainTable
    return Settings


def _hint(name: str, value: Any, model: type[_Table]) -> str:
    """Guess what was meant by a value that is not allowed."""
    field = model.model_fields.get(name)
    if field is None:
        return ""
    choices = [choice for choice in get_args(field.annotation) if isinstance(choice, str)]
    if isinstance(value, str) and choices:
        return _meant(value, choices)
    try:
        number = float(value)
    except (TypeError, ValueError):
        return ""
    is_percent = field.description == _FRACTION and 2.0 <= number <= 100.0  # noqa: PLR2004 - 1.5 is no 1.5 %
    return f"; did you mean {number / 100:g}?" if is_percent else ""


def _meant(word: str, choices: list[str], whole: str | None = None) -> str:
    """Return ``; did you mean ...?`` where one of the choices is close, else nothing."""
    close = difflib.get_close_matches(word.lower().replace("-", "_"), [c.lower() for c in choices], n=1)
    if not close:
        return ""
    match = next(choice for choice in choices if choice.lower() == close[0])
    return f"; did you mean {(whole or word).removesuffix(word) + match!r}?"


def _show(value: Any) -> str:
    """Show a value from outside in one short line; `repr` leaves no control character raw."""
    return f"{value:g}" if isinstance(value, float) else repr(value)[:80]
