import { expect, test } from "vitest";
import type { PublicDraw } from "@/lib/domain/line/public-line";
import en from "@/lib/domain/page-texts/languages/en.json";
import { publicLineOf } from "@/test/public-line";
import { hear } from "./hear";
import { keepsakesOf } from "./keepsakes";
import { keptEvidence } from "./kept-evidence";
import { screenOf } from "./screen-of";
import { newVisitor } from "./visitor";
import { wordsIn } from "./words";

const WORDS = wordsIn("en", en.screen);

const RUN = { customerId: "demo", eventId: "sale", runId: 1 };
const NOW_MS = 1_000_000;

function store() {
  const values = new Map<string, string>();
  return {
    get: (key: string) => values.get(key) ?? null,
    set: (key: string, value: string) => void values.set(key, value),
  };
}

const lineWith = (draw: Partial<PublicDraw>, now = NOW_MS) =>
  publicLineOf({
    phase: "drawing",
    serving: 0,
    now,
    startAt: NOW_MS - 5_000,
    draw: { commitment: "ab", freeze: "", opensAt: 0, ...draw },
  });

function waitingAt(random: number) {
  const joined = hear(newVisitor({ runId: 1, placed: false, joinable: true }, 0), {
    step: "join",
    answer: { kind: "waiting", turn: false, number: 4_000, line: lineWith({}) },
    atMs: 0,
    random,
  });
  return { ...joined, dueAtMs: { ...joined.dueAtMs, status: 240_000 } };
}

test("while the draw is under way the page looks often, however far away its number is", () => {
  const visitor = waitingAt(0.9);
  expect(visitor.dueAtMs.line).toBeLessThan(6_000);
  expect(visitor.dueAtMs.enter).toBe(Number.POSITIVE_INFINITY);
  expect(screenOf(visitor, 0, WORDS)).toMatchObject({
    number: "",
    figure: "any moment",
  });
});

test("after the draw everybody asks for their place before the line moves, spread out, and once", () => {
  const opensAt = NOW_MS + 20_000;
  const asked = [0, 0.25, 0.5, 0.75, 0.99].map((random) => {
    const drawn = hear(waitingAt(random), {
      step: "line",
      answer: { kind: "line", line: lineWith({ opensAt }, NOW_MS + 2_000) },
      atMs: 2_000,
      random,
    });
    const later = hear(
      { ...drawn, dueAtMs: { ...drawn.dueAtMs, status: 240_000 } },
      {
        step: "line",
        answer: { kind: "line", line: lineWith({ opensAt }, NOW_MS + 4_000) },
        atMs: 4_000,
        random,
      },
    );
    expect(later.dueAtMs.status).toBe(240_000);
    return drawn.dueAtMs.status;
  });
  expect(Math.max(...asked)).toBeLessThanOrEqual(20_000);
  expect(Math.max(...asked) - Math.min(...asked)).toBeGreaterThan(15_000);
});

test("a browser keeps the newest receipt, and of the freezes of a run the first", () => {
  const kept = store();
  const keepsakes = keepsakesOf("demo:sale", kept, () => "");
  keepsakes.keepProof("receipt", 1, undefined);
  keepsakes.keepProof("freeze", 1, "");
  expect(keptEvidence(kept, RUN)).toEqual([]);
  keepsakes.keepProof("receipt", 1, "sr1.first");
  keepsakes.keepProof("receipt", 1, "sr1.second");
  keepsakes.keepProof("freeze", 1, "sf1.first");
  keepsakes.keepProof("freeze", 1, "sf1.another");
  expect(keptEvidence(kept, RUN)).toEqual(["sr1.second", "sf1.first"]);
  expect(keptEvidence(kept, { ...RUN, runId: 2 })).toEqual([]);
  keepsakes.keepProof("freeze", 2, "sf1.next");
  expect(keptEvidence(kept, { ...RUN, runId: 2 })).toEqual(["sf1.next"]);
});
