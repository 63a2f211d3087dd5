import { expect, test } from "vitest";
import { bulkEffect } from "./bulk";
import type { ListedEvent } from "./overview";
import { TROUBLES_NAMED, totalsOf } from "./totals";

const event = (eventId: string, rest: Partial<ListedEvent> = {}): ListedEvent => ({
  ...{ eventId, name: eventId, kind: "always-on", status: "open", isTest: false },
  ...{ paused: false, letThrough: false, phase: "queueing", waiting: 10 },
  ...{ admitted: 5, admittedPerMinute: 60, outflowPerMinute: 60, setOutflowPerMinute: 60 },
  ...{ waitSeconds: null, nextAt: null, createdAt: "2030-01-01T00:00:00.000Z" },
  ...{ series: [], problems: [] },
  ...rest,
});

test("an act applies to events where it changes something, and says to how many people", () => {
  const events = [
    event("a"),
    event("b", { paused: true, waiting: 20 }),
    event("c", { status: "draft", waiting: null }),
  ];
  expect(bulkEffect("pause", events)).toEqual({
    applies: [{ eventId: "a", name: "a" }],
    skipped: [expect.objectContaining({ eventId: "b" }), expect.objectContaining({ eventId: "c" })],
    ...{ waiting: 10, outflowPerMinute: 60, typed: null },
  });
  expect(bulkEffect("resume", events)).toMatchObject({ applies: [{ eventId: "b" }], waiting: 20 });
  expect(bulkEffect("message", events).applies.map(({ eventId }) => eventId)).toEqual(["a", "b"]);
});

test("what touches many people or many events has to be typed; a message has not", () => {
  expect(bulkEffect("pause", [event("a", { waiting: 999 })]).typed).toBeNull();
  const crowd = [event("a", { waiting: 1_000 })];
  expect(bulkEffect("pause", crowd).typed).toBe("pause 1");
  expect(bulkEffect("message", crowd).typed).toBeNull();
  const many = ["a", "b", "c", "d", "e"].map((id) => event(id, { paused: true, waiting: 0 }));
  expect(bulkEffect("resume", many).typed).toBe("resume 5");
});

test("totals count what is real and open, and know what they do not know", () => {
  const at = "2030-01-02T10:00:00.000Z";
  const totals = totalsOf([
    event("a", { waiting: 100, admittedPerMinute: 30, problems: ["paused"], paused: true }),
    event("b", { waiting: null, admittedPerMinute: null, problems: ["line-lost"] }),
    event("c", { status: "draft", waiting: null, nextAt: at, problems: ["unarmed"] }),
    event("d", { status: "draft", nextAt: "2030-01-01T10:00:00.000Z" }),
    event("test", { isTest: true, waiting: 9_000 }),
  ]);
  expect(totals).toMatchObject({ open: 2, paused: 1, waiting: 100, admittedPerMinute: 30 });
  expect(totals.openings).toEqual([
    expect.objectContaining({ eventId: "d", willOpen: true }),
    { eventId: "c", name: "c", at, willOpen: false },
  ]);
  expect(totals.troubles.map(({ eventId }) => eventId)).toEqual(["b", "c"]);
  expect(totalsOf([])).toMatchObject({ open: 0, waiting: 0, admittedPerMinute: 0 });
  expect(totalsOf([event("a", { waiting: null })]).waiting).toBeNull();
});

test("totals name the worst events and count them all", () => {
  const worst = event("worst", { problems: ["stale", "governed"] });
  const others = Array.from({ length: TROUBLES_NAMED }, (_, index) =>
    event(`e${index}`, { problems: ["stale"] }),
  );
  const { troubles, troubled } = totalsOf([...others, worst]);
  expect(troubled).toBe(TROUBLES_NAMED + 1);
  expect([troubles.length, troubles[0]?.eventId]).toEqual([TROUBLES_NAMED, "worst"]);
});
