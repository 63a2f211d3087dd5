import fc from "fast-check";
import { expect, test } from "vitest";
import { publicLineOf } from "@/test/public-line";
import { readAnswer, type Step } from "./answer";

const line = publicLineOf();

test.each([
  ["line", line, { kind: "line", line }],
  [
    "join",
    { status: "waiting", number: 7, line },
    { kind: "waiting", number: 7, turn: false, line, stockMayEnd: false },
  ],
  ["status", { status: "none" }, { kind: "none" }],
  ["join", { status: "full", retryAfterMs: 900 }, { kind: "full", retryAfterMs: 900 }],
  ["join", { status: "closed" }, { kind: "closed" }],
  ["enter", { status: "wait", retryAfterMs: 700, line }, { kind: "wait", retryAfterMs: 700, line }],
  [
    "enter",
    { status: "admitted", redirectUrl: "https://shop.example/" },
    { kind: "admitted", number: null, redirectUrl: "https://shop.example/" },
  ],
  [
    "status",
    { status: "admitted", number: 7, redirectUrl: null },
    { kind: "admitted", number: 7, redirectUrl: null },
  ],
  ["enter", { status: "used" }, { kind: "used" }],
  ["join", { status: "inside", until: 9, pageUrl: "/?c=a" }, { kind: "inside", pageUrl: "/?c=a" }],
  ["enter", { status: "spent" }, { kind: "spent" }],
  ["enter", { status: "soldout" }, { kind: "soldout" }],
  ["near", { status: "ok" }, { kind: "noted", line: null }],
] as const)("%s answered with %j", (step, body, expected) => {
  expect(readAnswer(step, 200, body)).toEqual(expected);
});

test("a problem keeps its code and its retry time", () => {
  const problem = { code: "recovering", retryAfterMs: 2_500, title: "…" };
  expect(readAnswer("enter", 503, problem)).toEqual({
    kind: "failed",
    status: 503,
    code: "recovering",
    retryAfterMs: 2_500,
  });
});

test("whatever else comes is a failure, never a place and never an admission", () => {
  const steps = fc.constantFrom<Step>("join", "status", "enter", "line");
  fc.assert(
    fc.property(steps, fc.jsonValue(), fc.integer({ min: 100, max: 599 }), (step, body, status) => {
      expect(readAnswer(step, status, body).kind).toBe("failed");
    }),
  );
  expect(readAnswer("join", 200, { status: "waiting", number: "7", line }).kind).toBe("failed");
  expect(readAnswer("join", 500, { status: "waiting", number: 7, line }).kind).toBe("failed");
  expect(readAnswer("line", 200, { ...line, v: 2 }).kind).toBe("failed");
});
