import { expect, test } from "vitest";
import { eventState } from "./event-state";

const open = { status: "open", paused: false, letThrough: false } as const;
const draft = { ...open, status: "draft" } as const;
const stopped = { ...open, status: "stopped" } as const;

test("what somebody decided comes before what the line says", () => {
  expect(eventState(draft, "running").label).toBe("Draft");
  expect(eventState({ ...stopped, paused: true, letThrough: true }, "queueing").label).toBe(
    "Stopped",
  );
  const letThrough = { ...open, letThrough: true };
  expect(eventState(letThrough, "queueing").label).toBe("Letting everyone through");
  expect(eventState({ ...letThrough, paused: true }, "queueing").label).toBe("Paused");
});

test("a suspension comes before all that is open, and changes nothing else", () => {
  expect(eventState(open, "dormant", { suspension: "hold" }).label).toBe("On hold");
  expect(
    eventState({ ...open, paused: true }, "queueing", { suspension: "let-through" }).label,
  ).toBe("Let through");
  expect(eventState(draft, null, { suspension: "hold" }).label).toBe("Draft");
  expect(eventState(stopped, "ended", { suspension: "hold" }).label).toBe("Ended");
});

test("where nothing is left nobody goes straight to the site", () => {
  const soldOut = { isSoldOut: true };
  for (const phase of ["dormant", "queueing", "running"] as const) {
    expect(eventState(open, phase, soldOut).label).toBe("Sold out");
  }
  expect(eventState(open, "pre-queue", soldOut).label).toBe("Pre-queue");
  expect(eventState({ ...open, paused: true }, "dormant", soldOut).label).toBe("Paused");
});

test("a stopped event whose end has passed has ended", () => {
  expect(eventState(stopped, "ended").label).toBe("Ended");
});

test("of an open event whose line cannot be reached nothing is known but what somebody decided", () => {
  const unreached = { isReached: false };
  expect(eventState(open, null, unreached).label).toBe("Unknown");
  expect(eventState({ ...open, paused: true }, null, unreached).label).toBe("Paused");
  expect(eventState(draft, null, unreached).label).toBe("Draft");
});

test("an open event is opening until its line knows of the run", () => {
  for (const phase of [null, "draft", "stopped"] as const) {
    expect(eventState(open, phase).label).toBe("Opening");
  }
});

test("an open event says in which phase its line is", () => {
  const phases = [
    "before",
    "pre-queue",
    "drawing",
    "dormant",
    "queueing",
    "running",
    "rejected",
    "ended",
  ] as const;
  const labels = phases.map((phase) => eventState(open, phase).label);
  expect(labels).toEqual([
    "Before the start",
    "Pre-queue",
    "Drawing",
    "Dormant",
    "Queueing",
    "Running",
    "Rejecting",
    "Ended",
  ]);
});
