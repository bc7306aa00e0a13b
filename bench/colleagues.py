"""People who grade beside the one that is measured: they speak the app's own websocket, as a browser does."""

from __future__ import annotations

import asyncio
import json
import random
import time
import uuid
from typing import Any

import websockets
from streamlit.proto.BackMsg_pb2 import BackMsg
from streamlit.proto.BidiComponent_pb2 import BidiComponent
from streamlit.proto.ForwardMsg_pb2 import ForwardMsg

CARD = "quilate_grading_card"  # of all components of the page
SEND_AGAIN = 2.5  # seconds, as the card does


class Colleague:
    """One person with the Grade page open, grading what it is served once a second."""

    def __init__(self, socket: websockets.ClientConnection, query_string: str) -> None:
        self._socket, self._query_string = socket, query_string
        self._pending: list[dict[str, Any]] = []
        self._items: dict[str, dict[str, Any]] = {}
        self._card: BidiComponent | None = None
        self._fragment = self._page = ""
        self.waits: list[float] = []

    async def open(self) -> None:
        """Opens the page and waits until the card is there."""
        message = self._message()
        message.rerun_script.page_name = "grade"
        await self._socket.send(message.SerializeToString())
        await self._hear_card()

    async def grade(self) -> bool:
        """Grades the next fragment and waits for the answer; False if there is nothing to grade."""
        data = self._data
        open_ = [key for key in data["queue"] if key in self._items]
        if not open_:
            return False
        item = self._items[open_[0]]
        event = {"event_id": str(uuid.uuid4()), "act": "grade", "grade": random.randrange(4), "age": 0}
        event |= {
            "query": item["query"],
            "fragment": item["fragment"],
            "milliseconds": 1000,
            "source": "queue",
        }
        start = time.perf_counter()
        await self._send(data["place"], [event])
        while event["event_id"] not in self._data["taken"]:
            try:
                await asyncio.wait_for(self._hear_card(), SEND_AGAIN)
            except TimeoutError:
                await self._send(data["place"], [event])
        self.waits.append(time.perf_counter() - start)
        return True

    async def _send(self, place: str, events: list[dict[str, Any]]) -> None:
        assert self._card is not None
        sent = {"place": place, "events": events, "have": list(self._items), "context": None}
        message = self._message()
        message.rerun_script.fragment_id = self._fragment
        message.rerun_script.page_script_hash = self._page
        trigger = message.rerun_script.widget_states.widgets.add()
        trigger.id = f"$$STREAMLIT_INTERNAL_KEY_{self._card.id}__events"
        trigger.json_trigger_value = json.dumps([{"event": "log", "value": sent}])
        await self._socket.send(message.SerializeToString())

    async def _hear_card(self) -> None:
        """Reads on until the card comes with new data."""
        while True:
            message = ForwardMsg()
            message.ParseFromString(await self._socket.recv())
            if message.WhichOneof("type") == "navigation":
                self._page = message.navigation.page_script_hash
            if message.WhichOneof("type") != "delta":
                continue
            element = message.delta.new_element
            if (
                element.WhichOneof("type") == "bidi_component"
                and element.bidi_component.component_name == CARD
            ):
                self._card, self._fragment = element.bidi_component, message.delta.fragment_id
                self._data = json.loads(element.bidi_component.json)
                self._items |= self._data["items"]
                return

    def _message(self) -> BackMsg:
        message = BackMsg()
        message.rerun_script.query_string = self._query_string
        return message


async def _work(port: int, query_string: str, delay: float, seconds: float) -> list[float]:
    await asyncio.sleep(delay)
    address = f"ws://localhost:{port}/_stcore/stream"
    async with websockets.connect(address, subprotocols=["streamlit"], max_size=None) as socket:
        colleague = Colleague(socket, query_string)
        await colleague.open()
        end = time.perf_counter() + seconds
        while time.perf_counter() < end:
            due = time.perf_counter() + 1
            if not await colleague.grade():
                break
            await asyncio.sleep(max(0.0, due - time.perf_counter()))
        return colleague.waits


async def _all(port: int, people: int, collection: str, seconds: float) -> list[float]:
    crew = [
        _work(port, f"person=colleague {n}&collection={collection}", n / people, seconds)
        for n in range(people)
    ]
    return [wait for waits in await asyncio.gather(*crew) for wait in waits]


def work(port: int, people: int, collection: str, seconds: float, results: Any) -> None:
    """Lets them grade for that long; puts how long each waited for its grade to be saved (s) into `results`."""
    results.put(asyncio.run(_all(port, people, collection, seconds)))
