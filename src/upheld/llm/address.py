"""Addresses of endpoints: which one is meant, how it is shown, and which key goes there."""

from __future__ import annotations

import os
from urllib.parse import urlsplit

__all__ = ["KEY", "OPENAI", "effective", "host_of", "key_for", "key_names", "shown"]

KEY = "OPENAI_API_KEY"
OPENAI = "https://api.openai.com/v1"
_OWN_KEY, _URL = "UPHELD_LLM_API_KEY", "OPENAI_BASE_URL"


def effective(base_url: str | None) -> str:
    """Return the address that calls go to.

    Args:
        base_url: as it was given; None: that of ``OPENAI_BASE_URL``, else OpenAI.
    """
    return (base_url or os.environ.get(_URL) or OPENAI).rstrip("/")


def host_of(base_url: str) -> str:
    """Return host and port of an address: it may hold a password, and is shown. A question mark where it has none.

    Args:
        base_url: an address.
    """
    parts = urlsplit(base_url)
    try:
        port = parts.port
    except ValueError:  # letters, or a number that is too high
        return "?"
    host = parts.hostname or "?"
    return (f"[{host}]" if ":" in host else host) + (f":{port}" if port else "")


def shown(base_url: str) -> str:
    """Return an address without user, password and query, which may be secrets: what tells endpoints apart is left.

    Args:
        base_url: an address.
    """
    parts = urlsplit(base_url)
    return f"{parts.scheme}://{host_of(base_url)}{parts.path.rstrip('/')}"


def key_for(base_url: str | None) -> str | None:
    """Return the key for an address.

    The user's OpenAI key goes to OpenAI, or where the environment itself points; never to an address that only a judge's
    name or a file of settings gives, which may be somebody else's.

    Args:
        base_url: an address; None: the one that the environment gives.
    """
    return os.environ.get(_OWN_KEY) or (os.environ.get(KEY) if _is_trusted(base_url) else None)


def key_names(base_url: str) -> str:
    """Return the variables of the environment that may hold the key for an address.

    Args:
        base_url: an address.
    """
    return f"{KEY} or {_OWN_KEY}" if _is_trusted(base_url) else _OWN_KEY


def _is_trusted(base_url: str | None) -> bool:
    return base_url is None or base_url.rstrip("/") in (OPENAI, effective(None))
