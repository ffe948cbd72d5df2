"""Answers to requests that are not carried out: always the same form, never a traceback."""

from __future__ import annotations

import msgspec
import structlog
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response

from huefall.protocol.http import Fault, FaultBody
from huefall.protocol.routes import GENERAL_FAULTS
from huefall.protocol.tables import SetupTrouble
from huefall.server.refusal import Refusal

log = structlog.get_logger("huefall.http")

STATUS_OF_REASON = {
    "no_such_match": 404,
    "no_such_round": 404,
    "no_record": 404,
    "no_proof": 404,
    "no_review": 404,
    "match_not_over": 403,
    "server_busy": 503,
}
REASON_OF_STATUS = {status: reason for status, reason in GENERAL_FAULTS if reason != "no_such_guest"}


def write_error(status: int, fault: Fault) -> Response:
    """Write a fault as an answer."""
    headers = {"cache-control": "no-store"}
    if fault.retry_after is not None:
        headers["retry-after"] = str(fault.retry_after)
    if status == 401:
        headers["www-authenticate"] = "Bearer"
    return Response(msgspec.json.encode(FaultBody(fault)), status, headers, media_type="application/json")


class ApiError(Exception):
    """A request that is not carried out."""

    def __init__(
        self,
        status: int,
        reason: str,
        text: str,
        retry_after: int | None = None,
        *,
        trouble: SetupTrouble | None = None,
    ) -> None:
        super().__init__(text)
        self.status = status
        self.fault = Fault(reason, text, retry_after, trouble)


async def answer_api_error(_: Request, error: Exception) -> Response:
    """Answer a request of which a handler has said what is wrong."""
    if not isinstance(error, ApiError):
        raise error
    return write_error(error.status, error.fault)


async def answer_refusal(_: Request, error: Exception) -> Response:
    """Answer a request that the house refuses."""
    if not isinstance(error, Refusal):
        raise error
    return write_error(STATUS_OF_REASON.get(error.reason, 422), Fault(error.reason, error.text))


async def answer_http_exception(request: Request, error: Exception) -> Response:
    """Answer what fits no route, or no method of it."""
    if not isinstance(error, HTTPException):
        raise error
    reason = REASON_OF_STATUS.get(error.status_code, "bad_request")
    text = f"{request.method} {request.url.path[:200]} is not there: /api/openapi.json lists what is"
    response = write_error(error.status_code, Fault(reason, text))
    response.headers.update(error.headers or {})
    return response


async def answer_broken(request: Request, _: Exception) -> Response:
    """Answer what should not have happened; the traceback is in the log, where Starlette raises it again."""
    log.error("a request failed", method=request.method, path=request.url.path)
    return write_error(500, Fault("internal", "something went wrong here: it has been noted"))
