import { describe, expect, test } from "vitest";
import type { PublicLine } from "@/lib/domain/line/public-line";
import type { TurnSetting } from "@/lib/domain/turn/turn-setting";
import { publicLineOf } from "@/test/public-line";
import type { Answer, Step } from "./answer";
import { hear, sayHere, wake } from "./hear";
import { newVisitor, nextStep, type Visitor } from "./visitor";

const NEVER = Number.POSITIVE_INFINITY;
const PAGE = { runId: 1, placed: false, joinable: true };

const told = (visitor: Visitor, step: Step, answer: Answer, atMs = 0) =>
  hear(visitor, { step, answer, atMs, random: 0.5 });
const waiting = (number: number, changes: Partial<PublicLine> = {}): Answer => ({
  kind: "waiting",
  turn: false,
  number,
  line: publicLineOf(changes),
});
const look = (visitor: Visitor, serving: number, atMs: number) =>
  told(
    visitor,
    "line",
    { kind: "line", line: publicLineOf({ serving, now: 1_000_000 + atMs }) },
    atMs,
  );

/** A visitor far away, with a page that is shown or hidden. */
function arrived(confirm: TurnSetting["confirm"], hidden: boolean): Visitor {
  const page = newVisitor({ ...PAGE, turn: { confirm, seconds: 120 } }, 0);
  return told({ ...page, hidden }, "join", waiting(4_000));
}

describe("a page that is hidden at the turn", () => {
  test("asks for no slot, keeps the turn, and looks now and then until the visitor is there", () => {
    const near = look(arrived("hidden", true), 3_900, 60_000);
    expect(near.dueAtMs.near).toBe(NEVER);
    const called = look(near, 4_100, 70_000);
    expect(called).toMatchObject({ calledAtMs: 70_000, isHere: false });
    expect(called.dueAtMs.enter).toBe(NEVER);
    expect(called.dueAtMs.line).toBeGreaterThanOrEqual(85_000);
    const later = look(called, 9_000, 700_000);
    expect(later).toMatchObject({ calledAtMs: 70_000, place: { number: 4_000 } });
    const here = sayHere(later, { atMs: 701_000, random: 0 });
    expect(here.dueAtMs.enter).toBe(701_000);
    expect(here.calledAtMs).toBeNull();
  });

  test("that is shown again still wants the press: tabs come up without anybody looking", () => {
    const called = look(arrived("hidden", true), 4_100, 70_000);
    const shown = wake(called, { hidden: false, online: true, atMs: 75_000, random: 0 });
    expect(look(shown, 4_200, 76_000).dueAtMs.enter).toBe(NEVER);
  });

  test("that is shown before its turn goes in by itself", () => {
    const shown = wake(arrived("hidden", true), {
      hidden: false,
      online: true,
      atMs: 50_000,
      random: 0,
    });
    expect(look(shown, 3_900, 60_000).dueAtMs.near).toBe(60_000);
    const called = look(shown, 4_100, 70_000);
    expect(called.dueAtMs.enter).toBe(70_000);
    const hidden = wake(called, { hidden: true, online: true, atMs: 70_500, random: 0 });
    expect(look(hidden, 4_200, 71_000).dueAtMs.enter).toBe(70_000);
  });
});

describe("where everybody is asked", () => {
  test("a page that is looked at says that it is near, and waits for the press at the turn", () => {
    const near = look(arrived("always", false), 3_900, 60_000);
    expect(near.dueAtMs.near).toBe(60_000);
    expect(look(near, 4_100, 70_000).dueAtMs.enter).toBe(NEVER);
  });

  test("who has pressed before the turn goes in by themselves", () => {
    const near = look(arrived("always", true), 3_900, 60_000);
    expect(near.dueAtMs.near).toBe(NEVER);
    const here = sayHere(near, { atMs: 61_000, random: 0 });
    expect(here.dueAtMs.near).toBe(61_000);
    expect(here.dueAtMs.enter).toBe(NEVER);
    expect(look(here, 4_100, 70_000).dueAtMs.enter).toBe(70_000);
  });
});

test("another place is asked again", () => {
  const here = sayHere(arrived("always", false), { atMs: 1_000, random: 0 });
  expect(told(here, "status", waiting(5_000), 2_000).isHere).toBe(false);
  expect(told(here, "status", waiting(4_000), 2_000).isHere).toBe(true);
});

test("without the setting a hidden page goes in by itself", () => {
  const page = { ...newVisitor(PAGE, 0), hidden: true };
  expect(look(told(page, "join", waiting(4_000)), 4_100, 70_000).dueAtMs.enter).toBe(70_000);
});

test("a visit that has ended joins only when asked to", () => {
  expect(nextStep(newVisitor({ ...PAGE, sessionEnded: true }, 0))).toBeNull();
});
