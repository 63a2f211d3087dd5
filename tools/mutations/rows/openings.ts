import type { Guarantee } from "../mutation";

const OPENING = "waiting-room/line/opening.test.ts";

/** Rows of the order: the moment of an opening. */
export const ORDER_OF_OPENINGS: Guarantee["rows"] = [
  {
    id: "opening-in-order-of-arrival",
    file: "waiting-room/line/opening.ts",
    holds:
      "who joins in the first seconds of an opening gets a number that does not follow from when",
    broken: "in order of arrival",
    edits: [{ find: "* randomInt(FINELY)", replace: "* 0" }],
    tests: [
      {
        file: OPENING,
        name: "joins of the first seconds go on together, in an order that does not follow from when they came",
      },
    ],
  },
  {
    id: "opening-first-come-held",
    file: "waiting-room/line/opening.ts",
    holds: "… also where more come than a process can hold",
    broken: "those who came first stay",
    edits: [{ find: ": randomInt(this.came);", replace: ": MOST_HELD;" }],
    tests: [
      {
        file: OPENING,
        name: "where more come than a process can hold, chance decides who stays, and the others come back spread",
      },
    ],
  },
  {
    id: "opening-not-held",
    file: "waiting-room/visit/take-place.ts",
    holds: "… by every join",
    broken: "nobody waits for it",
    edits: [{ find: "if (waits !== null) await waits;", replace: "" }],
    tests: [
      {
        file: "waiting-room/routes/opening.redis.test.ts",
        name: "who joins in the first seconds gets a number that does not follow from when",
      },
    ],
  },
  {
    id: "opening-not-joined-in-time",
    file: "waiting-room/client/hear.ts",
    holds: "a page that was told to wait for an opening joins in its first seconds",
    broken: "at the next reading",
    edits: [{ find: 'if (line.phase === "before" && line.nextAt)', replace: "if (false)" }],
    tests: [
      {
        file: "waiting-room/client/hear.test.ts",
        name: "an opening whose time is set › is joined in its first seconds, without asking before",
      },
    ],
  },
  {
    id: "started-by-hand-unheard",
    file: "lib/domain/line/sleep.ts",
    holds: "whoever would be called first hears of a start by hand before they count as absent",
    broken: "within a minute",
    edits: [{ find: "? 3_000 : 60_000;", replace: "? 60_000 : 60_000;" }],
    tests: [
      {
        file: "lib/domain/line/sleep.property.test.ts",
        name: "whoever would be called first hears of a start that nobody had announced before they are passed",
      },
    ],
  },
  {
    id: "lanes-changed-while-open",
    file: "lib/services/event/fixed-lanes.ts",
    holds: "while an event is open nobody adds, removes or moves one of its lanes, by any door",
    broken: "they are changed",
    edits: [{ find: "if (isDeepStrictEqual(keys, others)) return;", replace: "if (keys) return;" }],
    tests: [
      {
        file: "lib/services/event/fixed-lanes.db.test.ts",
        name: "… › is refused while the event is open, by …",
      },
    ],
  },
  {
    id: "near-only-from-the-start",
    file: "waiting-room/client/in-line.ts",
    holds: "pages near the front say before a start that they are there, and are called at it",
    broken: "from the start on",
    edits: [{ find: '|| (line.phase === "pre-queue" && !line.draw)', replace: "" }],
    tests: [
      {
        file: "waiting-room/client/hear.test.ts",
        name: "near the front › it is said before the start, too: else the line passes who has not said it by then",
      },
    ],
  },
];
