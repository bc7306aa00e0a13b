"""The routes keep to their own description: schemathesis sends what fits it and what does not, and looks."""

from __future__ import annotations

import pytest
import schemathesis
from hypothesis import HealthCheck, Phase, given, settings
from schemathesis.checks import not_a_server_error
from schemathesis.generation import GenerationMode
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    negative_data_rejection,
    response_schema_conformance,
    status_code_conformance,
    unsupported_method,
)
from starlette.applications import Starlette

from api.openapi import document
from api.operations import Operation
from api.routes import OPERATIONS, routes
from data import tokens
from data.collections import Collection
from data.store import Store

ALWAYS = [
    not_a_server_error,
    status_code_conformance,
    content_type_conformance,
    response_schema_conformance,
]
CHECKS = {
    GenerationMode.POSITIVE: ALWAYS,
    GenerationMode.NEGATIVE: [*ALWAYS, negative_data_rejection, unsupported_method],
}


@pytest.mark.parametrize("mode", CHECKS, ids=lambda mode: mode.value)
@pytest.mark.parametrize("operation", OPERATIONS, ids=lambda operation: operation.name)
def test_every_answer_is_as_described(
    store: Store,
    judged: Collection,
    monkeypatch: pytest.MonkeyPatch,
    operation: Operation,
    mode: GenerationMode,
) -> None:
    monkeypatch.setenv("QUILATE_DATABASE", str(store.path))
    described = schemathesis.openapi.from_asgi("/api/openapi.json", Starlette(routes=routes()))
    requests = described[f"/api{operation.path}"][operation.method]
    headers = {"Authorization": f"Bearer {tokens.add(store, 'tester', 'lead')}"}

    @given(case=requests.as_strategy(generation_mode=mode))
    @settings(
        max_examples=20,
        deadline=None,
        phases=[Phase.generate],
        suppress_health_check=list(HealthCheck),
        derandomize=True,
        database=None,
    )
    def send(case: schemathesis.Case) -> None:
        case.path_parameters["collection"] = "small"
        case.call_and_validate(headers=headers, checks=CHECKS[mode])

    send()


def test_the_description_names_every_route_and_what_it_refuses() -> None:
    paths = document(OPERATIONS)["paths"]
    described = {
        (path, method): entry["responses"]
        for path, methods in paths.items()
        for method, entry in methods.items()
    }
    assert described.keys() == {(f"/api{one.path}", one.method.lower()) for one in OPERATIONS}
    assert all({"401", "403", "404"} <= answers.keys() for answers in described.values())
