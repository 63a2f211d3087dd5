import { expect, test } from "vitest";
import type { EventLive } from "@/lib/services/operation/live/get-live";
import { stageOf, tilesOf } from "./tiles";

const NOW_MS = Date.parse("2026-12-01T10:00:00Z");
const soon = { type: "opens", atMs: NOW_MS + 3_600_000 } as const;

type Event = Partial<EventLive["event"]>;
type Snapshot = Partial<NonNullable<EventLive["snapshot"]>> | null;

function live(event: Event, snapshot: Snapshot): EventLive {
  const range = { low: 120, high: 180 };
  const lane = { isDefault: true, expectedWaitSeconds: range };
  const shown = {
    event: {
      ...{ status: "open", opening: null, timeZone: "UTC", lineLimit: null, outflowInForce: 120 },
      ...{ targetUrl: "https://shop.example/tickets", ...event },
    },
    snapshot: snapshot && {
      ...{ phase: "queueing", waiting: 4, admittedLastMinute: 2 },
      sums: { joined: 9, admitted: 5, waiting: 4 },
      ...{ outflowPerMinute: 100, paused: false, waitsForSeat: false, lanes: [lane], ...snapshot },
    },
  };
  // Only what decides which figures are shown.
  return shown as unknown as EventLive;
}

const shown = (event: Event, snapshot: Snapshot = {}) =>
  tilesOf(live(event, snapshot), NOW_MS).map(
    ({ label, value, detail }) => `${label}: ${value}, ${detail}`,
  );

/** As the line tells it while it is paused, and where nothing is left. */
const NO_WAIT = [{ isDefault: true, expectedWaitSeconds: null }] as unknown as NonNullable<
  EventLive["snapshot"]
>["lanes"];

const DRAFT = [
  "Outflow: 120, per minute at most",
  "Visitors go to: shop.example, when it's their turn",
];
const OVER = [
  "Joined: 9, in the last run",
  "Admitted: 5, in the last run",
  "Not admitted: 4, waiting at the end",
];
const RUNNING = [
  "Waiting: 4, no line limit",
  "Admitted, last minute: 2, of 100 at most",
  "Expected wait: 2–3 min, for new visitors",
];

const coming = (waiting: number, wait: string) => [
  `Waiting: ${waiting}, no line limit`,
  "Opens: 1 Dec 2026, 11:00 UTC, in 1 h",
  `Expected wait: ${wait}, after the start`,
];

test.each<[string, Event, Snapshot, readonly string[]]>([
  ["draft", { status: "draft" }, null, ["Opens: When started, always on from then", ...DRAFT]],
  [
    "draft to come",
    { status: "draft", opening: { ...soon, type: "unarmed" } },
    null,
    ["Opens: 1 Dec 2026, 11:00 UTC, in 1 h", ...DRAFT],
  ],
  [
    "draft of the past",
    { status: "draft", opening: { type: "missed", atMs: NOW_MS - 3 * 86_400_000 } },
    null,
    ["Opens: 28 Nov 2026, 10:00 UTC, 3 days ago", ...DRAFT],
  ],
  [
    "draft whose end is past",
    { status: "draft", opening: { type: "over", atMs: 9 } },
    null,
    ["Opens: –, the end has passed", ...DRAFT],
  ],
  [
    "draft without a time",
    { status: "draft", opening: { type: "undated" } },
    null,
    ["Opens: –, no start time", ...DRAFT],
  ],
  ["before the opening", { opening: soon }, { phase: "before", waiting: 0 }, coming(0, "none")],
  ["pre-queue", { opening: soon }, { phase: "pre-queue" }, coming(4, "2–3 min")],
  [
    "pre-queue, at the start",
    { kind: "scheduled" },
    { phase: "pre-queue" },
    [RUNNING[0] ?? "", "Opens: Now, ", "Expected wait: 2–3 min, after the start"],
  ],
  [
    "drawing",
    {},
    { phase: "drawing" },
    [...RUNNING.slice(0, 2), "Expected wait: 2–3 min, after the draw"],
  ],
  ["open", {}, {}, RUNNING],
  [
    "open, nothing seen yet",
    {},
    null,
    [
      "Waiting: –, no line limit",
      "Admitted, last minute: –, of 120 at most",
      "Expected wait: –, for new visitors",
    ],
  ],
  [
    "paused",
    { paused: true },
    { paused: true, waiting: 0, lanes: NO_WAIT },
    ["Waiting: 0, no line limit", RUNNING[1] ?? "", "Expected wait: –, until you resume"],
  ],
  [
    "sold out, nobody waiting",
    {},
    { stock: 0, soldOut: true, waiting: 0, lanes: NO_WAIT },
    ["Waiting: 0, no line limit", RUNNING[1] ?? "", "Expected wait: –, for new visitors"],
  ],
  [
    "letting everyone through",
    { letThrough: true },
    {},
    [RUNNING[0] ?? "", "Admitted, last minute: 2, regardless of the outflow", RUNNING[2] ?? ""],
  ],
  ["stopped", { status: "stopped" }, { phase: "stopped" }, OVER],
  ["stopped, to open again", { status: "stopped", opening: soon }, { phase: "stopped" }, OVER],
  ["ended", {}, { phase: "ended" }, OVER],
  [
    "stopped, nothing seen",
    { status: "stopped" },
    null,
    [
      "Joined: –, in the last run",
      "Admitted: –, in the last run",
      "Not admitted: –, waiting at the end",
    ],
  ],
])("%s", (_state, event, snapshot, expected) => {
  expect(shown(event, snapshot)).toEqual(expected);
});

test("only what happens now is told as happening", () => {
  expect(stageOf(live({ status: "draft" }, null))).toBe("draft");
  expect(stageOf(live({ status: "stopped" }, null))).toBe("over");
  expect(stageOf(live({}, null))).toBe("running");
  expect(stageOf(live({}, { phase: "pre-queue" }))).toBe("coming");
});
