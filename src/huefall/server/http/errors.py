"""``ApiError`` and the responses to failed requests: always the same JSON, never a traceback.

Tested in tests/server/test_tables.py and tests/server/test_fuzz_http.py.
"""

from __future__ import annotations

import msgspec
import structlog
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response

from huefall.editions import SetupProblem
from huefall.protocol.http import ErrorBody, ErrorDetail
from huefall.protocol.routes import GENERAL_ERRORS
from huefall.server.refusal import Refusal
from huefall.server.store import StoreUnavailable, UnreadableStream

log = structlog.get_logger("huefall.http")

STATUS_OF_REASON = {
    "no_such_guest": 401,
    "no_such_code": 404,
    "no_such_device": 404,
    "no_such_match": 404,
    "no_such_round": 404,
    "no_record": 404,
    "no_proof": 404,
    "no_review": 404,
    "match_not_over": 403,
    "server_busy": 503,
    "table_moved": 503,
    "no_such_node": 404,
    "last_node": 409,
    "not_supported": 503,
    "too_large": 413,
    "too_many_reviews": 429,
}
REASON_OF_STATUS = {status: reason for status, reason in GENERAL_ERRORS if reason != "no_such_guest"}


def error_response(status: int, detail: ErrorDetail) -> Response:
    headers = {"cache-control": "no-store"}
    if detail.retry_after is not None:
        headers["retry-after"] = str(detail.retry_after)
    if status == 401:
        headers["www-authenticate"] = "Bearer"
    return Response(msgspec.json.encode(ErrorBody(detail)), status, headers, media_type="application/json")


class ApiError(Exception):
    """A request fails: ``status`` and ``detail`` are the response."""

    def __init__(
        self,
        status: int,
        reason: str,
        text: str,
        retry_after: int | None = None,
        *,
        problem: SetupProblem | None = None,
    ) -> None:
        super().__init__(text)
        self.status = status
        self.detail = ErrorDetail(reason, text, retry_after, problem)


async def answer_api_error(_: Request, error: Exception) -> Response:
    if not isinstance(error, ApiError):
        raise error
    return error_response(error.status, error.detail)


async def answer_refusal(_: Request, error: Exception) -> Response:
    if not isinstance(error, Refusal):
        raise error
    detail = ErrorDetail(error.reason, error.text, error.retry_after)
    return error_response(STATUS_OF_REASON.get(error.reason, 422), detail)


async def answer_store_unavailable(_: Request, error: Exception) -> Response:
    """Answer a request for which nothing can be stored now. The store itself logs why."""
    if not isinstance(error, StoreUnavailable):
        raise error
    return error_response(503, ErrorDetail(error.reason, error.text, error.retry_after))


async def answer_unreadable(_: Request, error: Exception) -> Response:
    """Answer a request for something stored that cannot be read. The store has logged where."""
    if not isinstance(error, UnreadableStream):
        raise error
    return error_response(410, ErrorDetail(error.reason, error.text))


async def answer_http_exception(request: Request, error: Exception) -> Response:
    """Answer a request that matches no route, or no method of one."""
    if not isinstance(error, HTTPException):
        raise error
    reason = REASON_OF_STATUS.get(error.status_code, "bad_request")
    text = f"{request.method} {request.url.path[:200]} is not there: /api/openapi.json lists what is"
    response = error_response(error.status_code, ErrorDetail(reason, text))
    response.headers.update(error.headers or {})
    return response


async def answer_unexpected(request: Request, _: Exception) -> Response:
    """Answer an unexpected exception; Starlette raises it again, so that the traceback is logged."""
    log.error("a request failed", method=request.method, path=request.url.path)
    return error_response(500, ErrorDetail("internal", "something went wrong here: it has been noted"))
