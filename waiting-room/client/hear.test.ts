import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { aheadOf } from "@/lib/domain/line/distance";
import type { PublicLine } from "@/lib/domain/line/public-line";
import { LUA_CONSTANTS } from "@/lib/line/constants";
import { publicLineOf } from "@/test/public-line";
import type { Answer, Step } from "./answer";
import { hear, joinAgain, touch, wake } from "./hear";
import { newVisitor, nextStep, type Visitor } from "./visitor";

const PAGE = { runId: 1, placed: false, joinable: true };
const NEVER = Number.POSITIVE_INFINITY;

const told = (visitor: Visitor, step: Step, answer: Answer, atMs = 0) =>
  hear(visitor, { step, answer, atMs, random: 0.5 });

const inLine = (number: number, changes: Partial<PublicLine> = {}, atMs = 0) =>
  told(
    newVisitor(PAGE, 0),
    "join",
    { kind: "waiting", turn: false, number, line: publicLineOf(changes) },
    atMs,
  );

const failure = (status: number, retryAfterMs = 0, code = ""): Answer => ({
  kind: "failed",
  status,
  code,
  retryAfterMs,
});

describe("the first question", () => {
  test.each([
    [{ ...PAGE }, "join"],
    [{ ...PAGE, placed: true }, "status"],
    [{ ...PAGE, joinable: false }, "line"],
  ])("of %j is %s", (page, step) => {
    expect(nextStep(newVisitor(page, 5))).toEqual({ step, atMs: 5 });
  });
});

describe("joining", () => {
  test("is followed by a check-in that shows whether the place is kept", () => {
    const visitor = inLine(3_000);
    expect(visitor.place).toMatchObject({ kind: "waiting", turn: false, number: 3_000 });
    expect(visitor.dueAtMs.status).toBeGreaterThan(0);
    expect(visitor.dueAtMs.status).toBeLessThan(10_000);
    expect(told(visitor, "status", { kind: "none" }).place.kind).toBe("cookies");
  });

  test("is repeated after a failure, later each time, and never gives up", () => {
    let visitor = newVisitor(PAGE, 0);
    const delays = Array.from({ length: 12 }, () => {
      visitor = told(visitor, "join", failure(0));
      return visitor.dueAtMs.join;
    });
    expect(delays.slice(0, 4)).toEqual([1_000, 2_000, 4_000, 8_000]);
    expect(delays.at(-1)).toBe(60_000);
  });

  test("waits at least as long as the server says", () => {
    const visitor = told(newVisitor(PAGE, 0), "join", failure(503, 7_000, "recovering"));
    expect(visitor.dueAtMs.join).toBe(7_000);
    expect(visitor.recovering).toBe(true);
  });

  test("that is refused for good is not repeated", () => {
    const visitor = told(newVisitor(PAGE, 0), "join", failure(403));
    expect(visitor.place.kind).toBe("refused");
    expect(nextStep(visitor)).toBeNull();
  });

  test("a full line is watched and joined when there is room", () => {
    const full = told(newVisitor(PAGE, 0), "join", { kind: "full", retryAfterMs: 8_000 });
    const next = nextStep(full);
    expect(next?.step).toBe("line");
    expect(next?.atMs).toBeGreaterThanOrEqual(8_000);
    const still = told(full, "line", { kind: "line", line: publicLineOf({ full: true }) }, 9_000);
    expect(still.dueAtMs.join).toBe(NEVER);
    const room = told(
      still,
      "line",
      { kind: "line", line: publicLineOf({ now: 1_009_000 }) },
      14_000,
    );
    expect(room.dueAtMs.join).toBeLessThan(20_000);
  });

  test("begins by itself when the line opens, not all at once", () => {
    const early = newVisitor({ ...PAGE, joinable: false }, 0);
    const before = publicLineOf({ phase: "before" });
    const waiting = told(early, "line", { kind: "line", line: before });
    expect(waiting.dueAtMs.join).toBe(NEVER);
    const open = {
      kind: "line",
      line: publicLineOf({ phase: "pre-queue", now: 1_001_000 }),
    } as const;
    const dues = [0, 0.5, 0.99].map(
      (random) => hear(waiting, { step: "line", answer: open, atMs: 1_000, random }).dueAtMs.join,
    );
    expect(new Set(dues).size).toBe(3);
  });
});

describe("an opening whose time is set", () => {
  const early = newVisitor({ ...PAGE, joinable: false }, 0);
  const line = publicLineOf({ phase: "before", nextAt: 1_010_000, startAt: 1_910_000 });
  const waiting = hear(early, {
    step: "line",
    answer: { kind: "line", line },
    atMs: 500,
    random: 0.5,
  });

  test("is joined in its first seconds, without asking before", () => {
    expect(nextStep(waiting)).toEqual({ step: "join", atMs: 10_500 + 1_250 });
  });

  test("is told by the freshest answer, and moved with its time", () => {
    const fresh = { ...line, now: 1_005_000 };
    const heard = told(waiting, "line", { kind: "line", line: fresh }, 5_100);
    expect(heard.dueAtMs.join).toBe(10_100 + 1_250);
    const moved = { ...line, now: 1_005_000, nextAt: 1_090_000 };
    expect(told(waiting, "line", { kind: "line", line: moved }, 5_100).dueAtMs.join).toBe(91_350);
  });

  test("that an operator brings forward is joined at once, or as soon as there is room", () => {
    const heard = (visitor: Visitor, changes: Partial<PublicLine>) =>
      told(visitor, "line", { kind: "line", line: publicLineOf(changes) }, 5_100);
    const now = 1_005_000;
    expect(heard(waiting, { now }).dueAtMs.join).toBe(6_600);
    const full = heard(waiting, { now, full: true });
    expect(full.dueAtMs.join).toBe(NEVER);
    expect(heard(full, { now: now + 1 }).dueAtMs.join).toBe(6_600);
    expect(heard(waiting, { now, phase: "ended" }).dueAtMs.join).toBe(NEVER);
    // On time, the moment that was drawn stays.
    expect(heard(waiting, { now: 1_010_000 }).dueAtMs.join).toBe(waiting.dueAtMs.join);
  });

  test("is the same moment for whoever loads the page a second before", () => {
    const late = { kind: "line", line: { ...line, now: 1_009_000 } } as const;
    const dueMs = (random: number) =>
      hear(early, { step: "line", answer: late, atMs: 9_500, random }).dueAtMs.join;
    expect([0, 0.5].map(dueMs)).toEqual([10_500, 11_750]);
  });
});

describe("a touch", () => {
  const far = publicLineOf({ last: 500_000 });
  const heard = (visitor: Visitor, atMs: number) =>
    told(visitor, "line", { kind: "line", line: { ...far, now: 1_000_000 + atMs } }, atMs);
  const waitingFar = touch(inLine(400_000, far), { atMs: 0, random: 0.5 });

  test("lets a page be at most a minute old, for two minutes", () => {
    expect(heard(inLine(400_000, far), 60_000).dueAtMs.line).toBeGreaterThan(160_000);
    expect(heard(waitingFar, 60_000).dueAtMs.line).toBeLessThanOrEqual(120_000);
    expect(heard(waitingFar, 119_000).dueAtMs.line).toBeLessThanOrEqual(179_000);
    expect(heard(waitingFar, 120_000).dueAtMs.line).toBeGreaterThan(220_000);
    const hidden = wake(waitingFar, { atMs: 0, random: 0.5, hidden: true, online: true });
    expect(heard(hidden, 60_000).dueAtMs.line).toBeGreaterThan(160_000);
    expect(heard(hidden, 60_000).dueAtMs.line).toBeLessThanOrEqual(180_000);
  });

  test("brings news to a page that nobody had looked at, once, unless it has just heard", () => {
    const idle = heard(waitingFar, 200_000);
    const touched = touch(idle, { atMs: 210_000, random: 0.5 });
    expect(touched.dueAtMs.line).toBe(210_250);
    const again = touch(heard(touched, 210_250), { atMs: 215_000, random: 0.5 });
    expect(again.dueAtMs.line).toBeGreaterThan(260_000);
    expect(touch(idle, { atMs: 201_000, random: 0.5 }).dueAtMs).toEqual(idle.dueAtMs);
    const hidden = wake(idle, { atMs: 210_000, random: 0.5, hidden: true, online: true });
    expect(touch(hidden, { atMs: 210_000, random: 0.5 })).toBe(hidden);
  });
});

describe("near the front", () => {
  const steady = { last: 100_000, near: 400, slots: 20, speed: 80, speedSoon: 25 };

  test("it is said before the start, too: else the line passes who has not said it by then", () => {
    expect(inLine(1_300, { phase: "pre-queue" }).dueAtMs.near).toBe(0);
    expect(inLine(9_000, { phase: "pre-queue" }).dueAtMs.near).toBe(NEVER);
    // Numbers that are drawn say nothing yet.
    const draw = { opensAt: 0, commitment: "", freeze: "", root: null };
    expect(inLine(1_300, { phase: "pre-queue", draw }).dueAtMs.near).toBe(NEVER);
    expect(inLine(1_300, { phase: "before" }).dueAtMs.near).toBe(NEVER);
  });

  test("says that it is there instead of asking for the line where it will be time", () => {
    const before = told(
      inLine(2_000, steady),
      "status",
      { kind: "waiting", turn: false, number: 2_000, line: publicLineOf(steady) },
      6_000,
    );
    const next = nextStep(before);
    expect(next?.step).toBe("near");
    const atMs = next?.atMs ?? 0;
    const here = publicLineOf({ ...steady, serving: 1_500, now: 1_000_000 + atMs });
    const noted = told(before, "near", { kind: "noted", line: here }, atMs);
    expect(noted.line?.serving).toBe(1_500);
    expect(noted.dueAtMs.near).toBe(NEVER);
    expect(nextStep(noted)?.step).toBe("line");
    const far = publicLineOf({ ...steady, serving: 1_001, now: 1_000_000 + atMs });
    const early = told(before, "near", { kind: "noted", line: far }, atMs);
    expect(early.dueAtMs.near).toBeGreaterThan(atMs);
    const without = told(before, "near", { kind: "noted", line: null }, atMs);
    expect(nextStep(without)).toEqual({ step: "line", atMs });
  });

  test("says so again where the line listens less far than it did", () => {
    const near = inLine(1_500, steady);
    const noted = told(near, "near", { kind: "noted", line: publicLineOf(steady) });
    expect(noted.dueAtMs.near).toBe(NEVER);
    const slower = publicLineOf({ ...steady, near: 200, slots: 2, serving: 1_010, now: 1_002_000 });
    const heard = told(noted, "line", { kind: "line", line: slower }, 2_000);
    expect(heard.dueAtMs.near).toBe(NEVER);
    const closer = { ...slower, serving: 1_250, now: 1_003_000 };
    expect(told(heard, "line", { kind: "line", line: closer }, 3_000).dueAtMs.near).toBe(3_000);
  });

  test("says once that it is there, and again after a loss", () => {
    const near = inLine(1_300);
    expect(near.dueAtMs.near).toBe(0);
    const noted = told(near, "near", { kind: "noted", line: null });
    const later = told(noted, "line", { kind: "line", line: publicLineOf({ now: 1_002_000 }) });
    expect(later.dueAtMs.near).toBe(NEVER);
    const lost = publicLineOf({ now: 1_004_000, losses: 1 });
    const again = told(later, "line", { kind: "line", line: lost }, 4_000);
    expect(again.dueAtMs.near).toBe(4_000);
    expect(again.dueAtMs.status).toBeLessThanOrEqual(9_000);
  });

  test("says so again with each look where slots are rare", () => {
    const few = { ...steady, near: 200, slots: 0.3, speedSoon: 5 };
    const near = inLine(1_005, few);
    const noted = told(near, "near", { kind: "noted", line: publicLineOf(few) });
    expect(nextStep(noted)).toEqual({ step: "near", atMs: noted.dueAtMs.line });
    const atMs = noted.dueAtMs.line;
    const line = publicLineOf({ ...few, now: 1_000_000 + atMs });
    const again = told(noted, "near", { kind: "noted", line }, atMs);
    expect(again.dueAtMs.near).toBe(again.dueAtMs.line);
  });

  test("says nothing from afar", () => {
    expect(inLine(4_000).dueAtMs.near).toBe(NEVER);
  });
});

describe("a personal check-in", () => {
  const kept = (number: number, changes: Partial<PublicLine> = {}, atMs = 0) =>
    told(
      inLine(number, changes),
      "status",
      { kind: "waiting", turn: false, number, line: publicLineOf(changes) },
      atMs,
    );
  const far = { last: 500_000 };

  test("takes the place of the last reading before it is due", () => {
    let visitor = kept(400_000, far);
    const asked: { readonly step: string; readonly atMs: number }[] = [];
    for (let count = 0; count < 60; count += 1) {
      const next = nextStep(visitor);
      if (next === null) throw new Error("Nothing is asked any more.");
      asked.push(next);
      const line = publicLineOf({ ...far, now: 1_000_000 + next.atMs });
      const answer: Answer =
        next.step === "line"
          ? { kind: "line", line }
          : { kind: "waiting", turn: false, number: 400_000, line };
      visitor = told(visitor, next.step, answer, next.atMs);
    }
    const gapsMs = asked.slice(1).map(({ atMs }, index) => atMs - (asked[index]?.atMs ?? 0));
    expect(Math.min(...gapsMs)).toBeGreaterThan(100_000);
    const checkIns = asked.filter(({ step }) => step === "status").map(({ atMs }) => atMs);
    const betweenMs = checkIns.slice(1).map((atMs, index) => atMs - (checkIns[index] ?? 0));
    expect(Math.min(...betweenMs)).toBeGreaterThan(120_000);
    expect(Math.max(...betweenMs)).toBeLessThanOrEqual(360_000);
    expect(checkIns.length).toBeGreaterThan(15);
  });

  test("is followed by a reading at once when it fails", () => {
    const visitor = kept(400_000, far);
    const due = { ...visitor, dueAtMs: { ...visitor.dueAtMs, status: 150_000, line: 150_000 } };
    expect(nextStep(due)?.step).toBe("status");
    const after = told(due, "status", failure(0), 150_000);
    expect(nextStep(after)).toEqual({ step: "line", atMs: 150_000 });
  });

  test("keeps its moment where the line asks for it, and before the place is known to be kept", () => {
    const strict = kept(400_000, { ...far, checkIn: 100 });
    expect(strict.dueAtMs.status).not.toBe(strict.dueAtMs.line);
    const unsure = inLine(400_000, far);
    expect(unsure.dueAtMs.status).toBeLessThan(10_000);
    expect(unsure.dueAtMs.line).toBeGreaterThan(60_000);
  });
});

describe("entering", () => {
  test("asks for the line only now and then: each answer carries it", () => {
    expect(inLine(1_000).dueAtMs.line).toBeGreaterThanOrEqual(5_000);
  });

  test("is asked for when the number is served, and only then", () => {
    expect(inLine(1_000).dueAtMs.enter).toBe(0);
    expect(inLine(1_001).dueAtMs.enter).toBe(NEVER);
    expect(inLine(1_000, { paused: true }).dueAtMs.enter).toBe(NEVER);
    expect(inLine(1_000, { phase: "pre-queue" }).dueAtMs.enter).toBe(NEVER);
    expect(inLine(1_000, { stale: true }).dueAtMs.enter).toBe(NEVER);
  });

  test("waits as long as prescribed, whatever the line says meanwhile", () => {
    const line = publicLineOf({ now: 1_001_000 });
    const told1 = told(inLine(900), "enter", { kind: "wait", retryAfterMs: 5_000, line }, 1_000);
    expect(told1.dueAtMs.enter).toBe(6_000);
    const newer = { kind: "line", line: publicLineOf({ now: 1_002_000 }) } as const;
    expect(told(told1, "line", newer, 2_000).dueAtMs.enter).toBe(6_000);
  });

  test("ends the questions when it succeeds", () => {
    const answer = {
      kind: "admitted",
      number: null,
      redirectUrl: "https://shop.example/",
    } as const;
    const visitor = told(inLine(900), "enter", answer);
    expect(visitor.place).toEqual({ kind: "going", redirectUrl: "https://shop.example/" });
    expect(nextStep(visitor)).toBeNull();
  });

  test("presents its claim when the place was admitted but the pass is not at hand", () => {
    const answer = { kind: "admitted", number: 900, redirectUrl: null } as const;
    const visitor = told(newVisitor({ ...PAGE, placed: true }, 0), "status", answer);
    expect(nextStep(visitor)).toEqual({ step: "enter", atMs: 0 });
  });

  test.each([
    ["used", "used"],
    ["spent", "again"],
  ] as const)("answered with %s ends as %s, and joining again starts afresh", (kind, place) => {
    const visitor = told(inLine(900), "enter", { kind });
    expect(visitor.place.kind).toBe(place);
    expect(nextStep(visitor)).toBeNull();
    expect(nextStep(joinAgain(visitor, 70))).toEqual({ step: "join", atMs: 70 });
  });

  test("refused without a reason asks how things stand", () => {
    const visitor = told(inLine(900), "enter", failure(403), 10);
    expect(visitor.dueAtMs.status).toBeLessThan(2_000);
  });
});

describe("when the line cannot be heard", () => {
  test("near the front the next attempt is never far", () => {
    let visitor = inLine(1_200);
    for (let count = 0; count < 20; count += 1) visitor = told(visitor, "line", failure(0));
    expect(visitor.dueAtMs.line).toBeLessThanOrEqual(12_000);
  });

  test("attempts spread out", () => {
    const dues = [0, 0.25, 0.75].map(
      (random) =>
        hear(inLine(4_000), { step: "line", answer: failure(0), atMs: 0, random }).dueAtMs.line,
    );
    expect(new Set(dues).size).toBe(3);
  });

  test("a tab that is looked at again asks at once, if its news is old", () => {
    const visitor = inLine(4_000);
    expect(wake(visitor, { atMs: 500, random: 0, hidden: false, online: true }).dueAtMs.line).toBe(
      visitor.dueAtMs.line,
    );
    expect(
      wake(visitor, { atMs: 5_000, random: 0, hidden: false, online: true }).dueAtMs.line,
    ).toBe(5_000);
  });

  test("back on the network, what failed without it is forgotten, and the line asked for at once", () => {
    const away = { ...inLine(4_000), online: false, failures: 3 };
    const now = { atMs: 90_000, random: 0, hidden: false };
    expect(wake(away, { ...now, online: false }).failures).toBe(0);
    const back = wake(away, { ...now, online: true });
    expect(back.failures).toBe(0);
    expect(back.dueAtMs.line).toBeLessThanOrEqual(now.atMs);
    const failing = { ...inLine(4_000), failures: 3 };
    expect(wake(failing, { ...now, online: true }).failures).toBe(3);
  });
});

describe("a new run", () => {
  test("makes a waiting visitor ask, and join again only by a visible click", () => {
    const kept = told(inLine(4_000), "status", {
      kind: "waiting",
      turn: false,
      number: 4_000,
      line: publicLineOf(),
    });
    const newRun = { kind: "line", line: publicLineOf({ run: 2, serving: 0 }) } as const;
    const asking = told(kept, "line", newRun, 1_000);
    expect(asking.place).toMatchObject({ kind: "waiting", turn: false, number: 4_000 });
    expect(asking.dueAtMs.status).toBeLessThanOrEqual(6_000);
    const answered = told(asking, "status", { kind: "none" }, 2_000);
    expect(answered.place.kind).toBe("again");
    expect(nextStep(answered)).toBeNull();
  });
});

test("nothing that is shown goes back, whatever copies of the line arrive", () => {
  const copies = fc.array(
    fc.record({
      now: fc.integer({ min: 1_000_001, max: 1_100_000 }),
      serving: fc.integer({ min: 1_000, max: 3_500 }),
      stale: fc.boolean(),
      paused: fc.boolean(),
    }),
    { maxLength: 40 },
  );
  fc.assert(
    fc.property(copies, (changes) => {
      const serving = [...changes].map(({ serving }) => serving).sort((a, b) => a - b);
      const byTime = [...changes].map(({ now }) => now).sort((a, b) => a - b);
      let visitor = inLine(3_000);
      for (const change of changes) {
        const line = publicLineOf({
          ...change,
          serving: serving[byTime.indexOf(change.now)] ?? 1_000,
        });
        const next = told(visitor, "line", { kind: "line", line });
        expect(next.way?.best ?? 0).toBeGreaterThanOrEqual(visitor.way?.best ?? 0);
        expect(next.line?.now ?? 0).toBeGreaterThanOrEqual(visitor.line?.now ?? 0);
        if (next.line !== null && visitor.line !== null) {
          expect(aheadOf(next.line, 3_000)).toBeLessThanOrEqual(aheadOf(visitor.line, 3_000));
        }
        visitor = next;
      }
    }),
  );
});

describe("what can be undone is asked for again", () => {
  const FINAL = ["ended", "stopped"] as const;
  const UNDONE: readonly (readonly [string, Partial<PublicLine>])[] = [
    ["sold out", { soldOut: true }],
    ["paused", { paused: true }],
    ["nobody in", { phase: "rejected", method: "reject" }],
    ["before the start", { phase: "before" }],
    ["pre-queue", { phase: "pre-queue" }],
    ["drawing", { phase: "drawing" }],
    ["stale", { stale: true }],
    ["full", { full: true }],
  ];
  const MOST_MS = 125_000;

  test.each(UNDONE)("%s: with a number in front, far away, and without one", (_, changes) => {
    for (const number of [1, 150, 3_000, 900_000]) {
      const visitor = inLine(number, { ...changes, serving: 1, last: 1_000_000 });
      expect(nextStep(visitor)?.atMs).toBeLessThan(MOST_MS);
      expect(visitor.dueAtMs.line).toBeLessThan(MOST_MS);
    }
    const line = publicLineOf(changes);
    const outside = told(newVisitor({ ...PAGE, joinable: false }, 0), "line", {
      kind: "line",
      line,
    });
    expect(nextStep(outside)?.atMs).toBeLessThan(MOST_MS);
  });

  test.each(FINAL)("%s: hardly ever, as nothing comes any more in this run", (phase) => {
    expect(inLine(1, { phase }).dueAtMs.line).toBeGreaterThan(MOST_MS);
  });

  test("whoever was called and reads that all is sold asks again within what the line waits", () => {
    const called = inLine(1, { serving: 1 });
    for (const random of [0, 0.999]) {
      const sold = hear(called, { step: "enter", answer: { kind: "soldout" }, atMs: 0, random });
      expect(sold.place.kind).toBe("waiting");
      expect(sold.dueAtMs.enter).toBeGreaterThanOrEqual(8_000);
      expect(sold.dueAtMs.enter).toBeLessThan(LUA_CONSTANTS.AWAITED.hearMs - 2_000);
      const still = told(sold, "line", {
        kind: "line",
        line: publicLineOf({ serving: 1, soldOut: true }),
      });
      expect(still.dueAtMs.enter).toBe(sold.dueAtMs.enter);
    }
  });
});
