import { describe, expect, test } from "vitest";
import type { PublicLine } from "@/lib/domain/line/public-line";
import en from "@/lib/domain/page-texts/languages/en.json";
import { publicLineOf } from "@/test/public-line";
import type { Answer, Failure, Step } from "./answer";
import { firstScreen } from "./first-screen";
import { firstTextsOf } from "./first-texts";
import { hear } from "./hear";
import { screenOf } from "./screen-of";
import { saidOf, titleOf } from "./spoken";
import { updatedText } from "./updated-text";
import { newVisitor, type Visitor } from "./visitor";
import { wordsIn } from "./words";

const WORDS = wordsIn("en", en.screen);

const PAGE = { runId: 1, placed: false, joinable: true };
const CHALLENGE = {
  kind: "work",
  seed: "",
  puzzles: 8,
  target: 1,
  joinId: "",
  expiresInMs: 1,
  script: "/assets/challenge.js",
} as const;
const FAILED = { kind: "failed", status: 0, code: "", retryAfterMs: 0 } as const;

const told = (visitor: Visitor, step: Step, answer: Answer, atMs = 0) =>
  hear(visitor, { step, answer, atMs, random: 0.5 });
const inLine = (number: number, changes: Partial<PublicLine> = {}) =>
  told(newVisitor(PAGE, 0), "join", {
    kind: "waiting",
    turn: false,
    number,
    line: publicLineOf(changes),
  });
const seen = (visitor: Visitor, atMs = 0) => screenOf(visitor, atMs, WORDS);

const lost = (visitor: Visitor, failure: Partial<Failure> = {}) =>
  [1, 2].reduce((seen) => told(seen, "line", { ...FAILED, ...failure }), visitor);
const DRAW = { commitment: "ab", freeze: "", opensAt: 0 };
const CONFIRM = { confirm: "always", seconds: 120 } as const;

test.each([
  ["join", newVisitor(PAGE, 0)],
  ["waiting", inLine(4_000)],
  ["near", inLine(1_100)],
  ["turn", inLine(900)],
  ["near", inLine(900, { seats: { free: 0, each: 30 } })],
  ["near", inLine(900, { noSlots: true })],
  ["paused", inLine(4_000, { paused: true })],
  ["slowed", inLine(4_000, { slowed: true })],
  ["near", inLine(1_100, { slowed: true })],
  ["kept", inLine(4_000, { stale: true })],
  ["kept", lost(inLine(4_000), { status: 503, code: "recovering" })],
  ["pre-queue", inLine(4_000, { phase: "pre-queue", startAt: 1_060_000 })],
  ["drawing", inLine(4_000, { phase: "drawing", startAt: 990_000, draw: DRAW })],
  ["random", inLine(4_000, { method: "random" })],
  ["ended", inLine(4_000, { phase: "ended" })],
  ["ended", inLine(4_000, { phase: "stopped" })],
  ["rejected", inLine(4_000, { phase: "rejected" })],
  ["sold-out", inLine(4_000, { soldOut: true })],
  ["full", told(newVisitor(PAGE, 0), "join", { kind: "full", retryAfterMs: 1 })],
  ["challenge", told(newVisitor(PAGE, 0), "join", { kind: "challenge", challenge: CHALLENGE })],
  ["challenge", told(inLine(4_000), "status", { kind: "challenge", challenge: CHALLENGE })],
  ["inside", told(inLine(900), "enter", { kind: "inside", pageUrl: "/?c=demo" })],
  ["session-ended", newVisitor({ ...PAGE, sessionEnded: true }, 0)],
  ["used", told(inLine(900), "enter", { kind: "used" })],
  ["again", told(inLine(900), "enter", { kind: "spent" })],
  ["cookies", told(inLine(4_000), "status", { kind: "none" })],
  ["refused", told(newVisitor(PAGE, 0), "join", { ...FAILED, status: 403 })],
  ["unreachable", lost(inLine(4_000))],
  ["error", lost(inLine(4_000), { status: 500 })],
  ["offline", { ...inLine(4_000), online: false }],
  ["offline", { ...inLine(900, { method: "random" }), online: false }],
] as const)("a visitor sees %s", (name, visitor) => {
  expect(seen(visitor).name).toBe(name);
});

test.each([
  ["sold-out", inLine(4_000, { soldOut: true })],
  ["ended", inLine(4_000, { phase: "ended" })],
  ["rejected", inLine(4_000, { phase: "rejected" })],
  ["session-ended", newVisitor({ ...PAGE, sessionEnded: true }, 0)],
] as const)("%s is over, however well the line is heard", (name, visitor) => {
  expect(seen(lost({ ...visitor, online: false }))).toMatchObject({ name, isOver: true });
});

test("what a visitor begins with needs nothing that is loaded later", () => {
  const first = [newVisitor(PAGE, 0), inLine(4_000), inLine(1_100), inLine(900)];
  for (const visitor of first) expect(firstScreen(visitor, WORDS)).not.toBeNull();
});

describe("until all texts are loaded", () => {
  const first = wordsIn("en", firstTextsOf(en.screen));
  const grown = {
    range: { low: 900, high: 1_000 },
    grown: { why: "paused", fromHigh: 1 },
  } as const;

  test("nothing that is missing is shown as such", () => {
    const waiting = inLine(4_001, {
      message: "Doors open at nine",
      messageAt: 940_000,
      absence: 30,
    });
    const grew = { ...waiting, wait: { ...waiting.wait, ...grown } };
    const slow = { ...newVisitor(PAGE, 0), recovering: true };
    for (const visitor of [waiting, grew, slow]) {
      const screen = firstScreen(visitor, first);
      expect(screen).not.toBeNull();
      expect(JSON.stringify(screen)).not.toContain("undefined");
    }
    expect(firstScreen(slow, first)?.lead).toBe(en.screen.joinLead);
    expect(firstScreen(slow, WORDS)?.lead).toBe(en.screen.joinSlowLead);
  });

  test("the age of the news is told in seconds, and a lost connection as one that is sought", () => {
    expect(updatedText(inLine(4_000), 125_000, first)).toBe("Updated 125 seconds ago");
    expect(updatedText(lost(newVisitor(PAGE, 0)), 0, first)).toBe(en.screen.connecting);
  });

  test("what some pages say at once is there for them", () => {
    expect(firstTextsOf(en.screen, ["keptUntil"]).keptUntil).toBe(en.screen.keptUntil);
    expect(firstTextsOf(en.screen).keptUntil).toBeUndefined();
  });

  test("a plural travels without forms that are like the one for all others", () => {
    expect(firstTextsOf(en.screen).titleAhead).toEqual({ other: en.screen.titleAhead.other });
    expect(firstTextsOf(en.screen).sayAhead).toEqual(en.screen.sayAhead);
  });
});

test("a place shows its number, how many are ahead and an honest range", () => {
  expect(seen(inLine(4_001))).toMatchObject({
    figure: "3,000",
    number: "4,001",
    ahead: 3_000,
    wait: "2–3 minutes",
    progress: 0,
  });
});

test("numbers that nobody holds are not counted", () => {
  expect(seen(inLine(4_001, { holes: [[2_000, 3_999]] })).figure).toBe("1,000");
});

test("one lost request is no news", () => {
  expect(seen(told(inLine(4_000), "line", FAILED)).name).toBe("waiting");
});

test("whoever cannot reach the line still sees their place", () => {
  const visitor = lost(inLine(4_001));
  const screen = seen(visitor);
  expect(screen).toMatchObject({ figure: "3,000", number: "4,001" });
  expect(screen.headline).toBe("Your place is saved");
  expect(updatedText(visitor, 9_000, WORDS)).toBe(WORDS.texts.lost);
  const old = seen({ ...inLine(4_001), online: false }, 180_000);
  expect(old).toMatchObject({ name: "offline", waitNote: "Updated 3 minutes ago" });
});

test("a place whose holder has to check in says until when it is kept", () => {
  const times = wordsIn("en", en.screen, "UTC");
  const { kept } = screenOf(inLine(4_000, { absence: 30 }), 0, times);
  expect(kept).toMatch(/^If you close this page, we’ll hold your place until 12:46\sAM UTC\.$/);
  expect(seen(inLine(4_000)).kept).toBe("");
});

test("a wait says which time of day it means", () => {
  const times = wordsIn("de", en.screen, "UTC");
  const { waitNote } = screenOf(inLine(4_001), 0, times);
  expect(waitNote).toMatch(/^Your turn is expected between 00:18 UTC and 00:19 UTC\.$/);
});

describe("a visitor for whom nothing may be left", () => {
  const { stockMayEnd, ...before } = en.screen;
  const warned = (number: number, changes: Partial<PublicLine> = {}) =>
    told(newVisitor(PAGE, 0), "join", {
      kind: "waiting",
      turn: false,
      number,
      line: publicLineOf(changes),
      stockMayEnd: true,
    });

  test.each([
    {},
    { slowed: true },
    { paused: true },
    { stale: true },
    { method: "random" },
    { phase: "pre-queue", startAt: 1_060_000 },
  ] as const)("reads so beside the wait: %j", (changes) => {
    const { waitNote, warning } = seen(warned(4_001, changes));
    expect(waitNote).toMatch(new RegExp(`^${stockMayEnd}( \\S|$)`));
    expect(warning).toBe(stockMayEnd);
  });

  test("reads nothing of it at the turn, once it is sold out, or when it is taken back", () => {
    const others = [warned(900), warned(4_001, { soldOut: true })];
    const line = publicLineOf();
    const answer = {
      kind: "waiting",
      turn: false,
      number: 4_001,
      line,
      stockMayEnd: false,
    } as const;
    for (const visitor of [...others, told(warned(4_001), "status", answer)]) {
      expect(seen(visitor).waitNote).not.toContain(stockMayEnd);
      expect(seen(visitor).warning).toBeUndefined();
    }
  });

  test("sees their place until the words are loaded, also where those are of the version before", () => {
    const early = wordsIn("en", before);
    expect(firstScreen(warned(4_001), early)).toMatchObject({ name: "waiting", figure: "3,000" });
    expect(firstScreen(warned(4_001), WORDS)).toBeNull();
  });
});

describe("in random order", () => {
  const line = { method: "random", waiting: 4_000, measured: 400 } as const;

  test("neither a number nor people ahead are shown, but the chance and the range", () => {
    const screen = seen(inLine(4_001, line));
    expect(screen).toMatchObject({ ahead: null, figure: "", number: "", layout: "chance" });
    expect(screen.wait).toBe("up to 25 minutes");
    expect(screen.waitNote).toBe("Your chance in the next minute: 10%");
    expect(seen(inLine(4_001, { ...line, paused: true }))).toMatchObject({
      ahead: null,
      number: "",
    });
  });

  test("no chance is named while nobody goes in", () => {
    expect(seen(inLine(4_001, { ...line, measured: 0 })).waitNote).toBe("");
  });
});

test("before anybody may join it is told when that opens, when it starts and whether places are drawn", () => {
  const line = { phase: "before", startAt: 8_000_000, nextAt: 5_000_000 } as const;
  const before = (draw: typeof DRAW | null) =>
    told(newVisitor({ ...PAGE, joinable: false }, 0), "line", {
      kind: "line",
      line: publicLineOf({ ...line, draw }),
    });
  const { waitNote, lead } = seen(before(null));
  expect(waitNote).toMatch(/your time · Joining opens: .*\d/);
  expect(lead).toBe(WORDS.texts.beforeLead);
  expect(seen(before(DRAW)).lead).toContain(WORDS.texts.preQueueDrawLead);
});

describe("a draw", () => {
  const joinedAt = 900_000;
  const drawn = (startAt: number) =>
    told(newVisitor(PAGE, 0), "join", {
      kind: "waiting",
      turn: false,
      number: 4_001,
      joinedAt,
      line: publicLineOf({ startAt, draw: { ...DRAW, opensAt: startAt + 10_000 } }),
    });

  test("is promised before it, and said of those whom it placed afterwards", () => {
    const before = inLine(4_000, { phase: "pre-queue", startAt: 1_060_000, draw: DRAW });
    const { preQueueDrawTitle: headline, preQueueDrawLead: lead } = WORDS.texts;
    expect(seen(before)).toMatchObject({ draw: "promised", headline, lead, number: "" });
    expect(seen(drawn(950_000))).toMatchObject({ draw: "done" });
    expect(seen(drawn(950_000)).waitNote).toContain(WORDS.texts.drawnNote);
    expect(seen(drawn(880_000))).toMatchObject({ draw: null });
  });
});

describe("where the visitor has to be there", () => {
  const asked = (number: number, changes: Partial<Visitor> = {}) =>
    told({ ...newVisitor({ ...PAGE, turn: CONFIRM }, 0), ...changes }, "join", {
      kind: "waiting",
      turn: false,
      number,
      line: publicLineOf(),
    });

  test("the turn waits for a press, with a countdown, and afterwards says that it takes longer", () => {
    const visitor = asked(900);
    expect(seen(visitor, 0)).toMatchObject({
      name: "here",
      figure: "02:00",
      lead: WORDS.texts.hereLead,
      action: { kind: "button", does: "here" },
    });
    expect(seen(visitor, 120_000)).toMatchObject({
      name: "here",
      layout: "message",
      lead: WORDS.texts.hereLateLead,
      action: { kind: "button", does: "here" },
    });
  });

  test("a screen reader hears what there is to do at the turn, and how long that may take", () => {
    const [first, last] = [1_000, 61_000].map((atMs) => saidOf(seen(asked(900), atMs), WORDS));
    expect(first).toMatchObject({
      state: `${WORDS.texts.turnTitle}. ${WORDS.texts.hereLead}`,
      progress: "2 minutes",
    });
    expect(last).toMatchObject({ state: first?.state, progress: "1 minute" });
  });

  test("the button is offered as soon as the place is near, and not before", () => {
    expect(seen(asked(1_300)).action).toMatchObject({ does: "here" });
    expect(seen(asked(4_000)).action).toBeNull();
    expect(seen({ ...asked(1_300), isHere: true }).action).toBeNull();
  });
});

test("the operator's words have the time at which they were sent", () => {
  const times = wordsIn("de", en.screen, "UTC");
  const visitor = inLine(4_000, { message: "Doors open at nine", messageAt: 940_000 });
  expect(screenOf(visitor, 0, times)).toMatchObject({
    message: "Doors open at nine",
    messageTime: "Sent at 00:15 UTC",
  });
});

test("the last in front is next", () => {
  expect(seen(inLine(1_001)).headline).toBe(WORDS.texts.nextTitle);
});

test("the operator's own words are shown", () => {
  expect(seen(inLine(4_000, { paused: true, message: "Back at noon" })).message).toBe(
    "Back at noon",
  );
});

describe("the countdown", () => {
  const page = { ...PAGE, joinable: false };
  const line = publicLineOf({ phase: "before", startAt: 1_754_000 });
  const visitor = told(newVisitor(page, 0), "line", { kind: "line", line }, 50_000);

  test("runs by line time, whatever the device's clock says", () => {
    expect(seen(visitor, 50_000).figure).toBe("12:34");
    expect(seen(visitor, 60_000).figure).toBe("12:24");
  });

  test("believes the freshest copy of the line, not the latest to arrive", () => {
    const late = told(visitor, "line", { kind: "line", line: { ...line, now: 1_001_000 } }, 60_000);
    expect(seen(late, 60_000).figure).toBe("12:24");
  });

  test("never goes below zero", () => {
    expect(seen(visitor, 5_000_000).figure).toBe(WORDS.texts.soon);
  });
});

test("the title shows the place", () => {
  expect(titleOf(seen(inLine(4_001)), "Sale", WORDS)).toBe("3,000 ahead · Sale");
  expect(titleOf(seen(inLine(900)), "Sale", WORDS)).toBe("It’s your turn · Sale");
});

test.each([
  ["en", "3,000 people ahead of you. Expected wait: 2–3 minutes."],
  ["de", "3.000 people ahead of you. Expected wait: 2–3 Minuten."],
  ["ja", "3,000 people ahead of you. Expected wait: 2～3 分."],
  ["ar", "3,000 people ahead of you. Expected wait: 2–3 دقائق."],
])("a screen reader hears the place in one sentence, in %s", (language, progress) => {
  const words = wordsIn(language, en.screen);
  expect(saidOf(screenOf(inLine(4_001), 0, words), words).progress).toBe(progress);
});

test.each([
  [900, "Updated just now"],
  [2_000, "Updated 2 seconds ago"],
  [125_000, "Updated 2 minutes ago"],
])("after %d ms the news is %j", (atMs, expected) => {
  expect(updatedText(inLine(4_000), atMs, WORDS)).toBe(expected);
});
