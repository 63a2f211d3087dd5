import type { EventSettings } from "@/lib/domain/event/settings";
import type { Inlet } from "@/lib/domain/inlet/inlet";
import { addGrants, setInlet, setLimit } from "@/lib/line/commands/limits";
import { putSettings } from "@/lib/line/commands/published";
import { reportStock, type StockReport } from "@/lib/line/commands/stock";
import { tickEvent } from "@/lib/line/commands/tick";
import { eventKeys } from "@/lib/line/keys";
import type { Redis } from "@/lib/line/redis-client";
import { enterMembers, runEnter } from "@/lib/line/scripts/enter";
import { runNear } from "@/lib/line/scripts/near";
import { runPass } from "@/lib/line/scripts/pass";
import { sourceArguments } from "@/lib/line/scripts/sources";
import { type Random, shuffled } from "../random";
import * as bucket from "./bucket";
import { type EnterOutcome, enterGroup } from "./entering";
import * as inlets from "./inlet";
import type { Line } from "./line-state";
import { chanceOf, randomInlet } from "./random-line";
import { passNewcomers, setSafetyNet } from "./safety-net";
import { takeReport } from "./stock";
import { near, type Present, tick } from "./window";

/** Something that happens to a line. */
export type Step =
  | { readonly type: "tick"; readonly checkIns: readonly CheckIns[] }
  | { readonly type: "enter"; readonly lane: number; readonly numbers: readonly number[] }
  | { readonly type: "near"; readonly lane: number; readonly present: readonly Present[] }
  | { readonly type: "limit"; readonly limit: Limit; readonly value: number | null }
  | { readonly type: "grants"; readonly slots: number; readonly ceiling: number | null }
  | {
      readonly type: "settings";
      readonly outflowPerMinute: number;
      readonly safetyNetPerMinute: number | null;
    }
  | { readonly type: "pass"; readonly count: number }
  | { readonly type: "stock"; readonly report: StockReport }
  | { readonly type: "inlet"; readonly inlet: SlotInlet | null };

type CheckIns = { readonly lane: number; readonly count: number; readonly winners: number };
type Limit = "governedOutflow" | "stock" | "grants";
type SlotInlet = Exclude<Inlet, { type: "max-active" }>;

/** What a step answers, and the line time at which it happened; null where only the line tells. */
export type Answer = { readonly outcomes: readonly EnterOutcome[]; readonly nowMs: number | null };

export function randomStep(random: Random, line: Line, type: Step["type"], nowMs: number): Step {
  const chance = chanceOf(random);
  const lane = chance.upTo(line.lanes.length - 1);
  switch (type) {
    case "tick":
      return { type, checkIns: randomCheckIns(random, line) };
    case "enter":
      return { type, lane, numbers: randomNumbers(random, line, lane) };
    case "near": {
      const numbers = randomNumbers(random, line, lane);
      const present = numbers.map((number) => ({ number, saysAgain: chance.isTrue(0.5) }));
      return { type, lane, present };
    }
    case "limit": {
      const limit = chance.oneOf<Limit>(["governedOutflow", "stock", "grants"]);
      return { type, limit, value: chance.isTrue(0.2) ? null : chance.upTo(900) };
    }
    case "grants":
      return {
        type,
        slots: chance.upTo(50),
        ceiling: chance.isTrue(0.5) ? null : chance.between(1, 40),
      };
    case "settings":
      return {
        type,
        outflowPerMinute: chance.between(1, 5_000),
        safetyNetPerMinute: chance.isTrue(0.5) ? null : chance.between(1, 9_000),
      };
    case "pass":
      return { type, count: chance.upTo(20) };
    case "stock":
      return { type, report: randomStockReport(random, line) };
    case "inlet":
      return { type, inlet: randomSlotInlet(random, nowMs) };
  }
}

function randomCheckIns(random: Random, { lanes, method }: Line): CheckIns[] {
  const chance = chanceOf(random);
  if (method !== "random") return [];
  return lanes.map((_, lane) => ({ lane, count: chance.upTo(90), winners: chance.upTo(9) }));
}

/** Numbers around the serving number, who has asked before among them, and some that nobody holds. */
function randomNumbers(random: Random, { lanes }: Line, index: number): number[] {
  const lane = lanes[index];
  if (lane === undefined) throw new Error(`There is no lane ${index}.`);
  const chance = chanceOf(random);
  const first = Math.max(1, lane.serving - 60);
  const around = Array.from({ length: 64 }, (_, offset) => first + offset);
  const asked = lane.asking.map(([number]) => number).filter(() => chance.isTrue(0.5));
  const numbers = new Set([...asked, ...shuffled(around, random).slice(0, chance.between(1, 14))]);
  const held = [...numbers].filter((number) => number <= lane.last + 3);
  return held.length === 0 ? [first] : held.sort((one, other) => one - other);
}

function randomStockReport(random: Random, { buyers }: Line): StockReport {
  const chance = chanceOf(random);
  const told = [...buyers.keys(), "stranger"].filter(() => chance.isTrue(0.4));
  return {
    kind: chance.oneOf(["units", "left", ""]),
    units: chance.upTo(20),
    sales: told.map((queueId) => ({ queueId, units: chance.upTo(4) })),
  };
}

function randomSlotInlet(random: Random, nowMs: number): SlotInlet | null {
  const chance = chanceOf(random);
  const type = chance.oneOf(["fixed-rate", "periodic", "periodic", "custom", null] as const);
  if (type === null || type === "custom") return type === null ? null : { type };
  if (type === "fixed-rate") return { type, perMinute: chance.between(1, 900) };
  const { by, everyMs, startMs, endMs } = randomInlet(chance, nowMs);
  return {
    type,
    incrementBy: by,
    intervalSeconds: everyMs / 1_000,
    startAtMs: startMs,
    endAtMs: endMs,
  };
}

/** Does a step by the rules of the model. */
export function playStep(line: Line, step: Step, nowMs: number): readonly EnterOutcome[] {
  switch (step.type) {
    case "tick":
      for (const { lane, count, winners } of step.checkIns) {
        const counted = line.lanes[lane];
        if (counted === undefined) continue;
        counted.checkIns += count;
        counted.backlog += winners;
      }
      tick(line, nowMs);
      return [];
    case "enter":
    case "near": {
      const lane = line.lanes[step.lane];
      if (lane === undefined) throw new Error(`There is no lane ${step.lane}.`);
      if (step.type === "enter") return enterGroup(line, lane, step.numbers, nowMs);
      near(line, lane, step.present, nowMs);
      return [];
    }
    case "limit":
      bucket.setLimit(line, step.limit, step.value, nowMs);
      return [];
    case "grants":
      bucket.addGrants(line, step.slots, step.ceiling ?? 0, nowMs);
      return [];
    case "settings":
      setSafetyNet(line, step.safetyNetPerMinute, line.outflowPerMinute, nowMs);
      bucket.setOutflow(line, step.outflowPerMinute, nowMs);
      return [];
    case "pass":
      return passNewcomers(line, step.count, nowMs).map(outcomeOfPass);
    case "stock":
      takeReport(line, step.report, nowMs);
      return [];
    case "inlet":
      inlets.setInlet(line, step.inlet, nowMs);
      return [];
  }
}

/** Who does not go straight in finds the page. */
function outcomeOfPass(isIn: boolean): EnterOutcome {
  return { type: isIn ? "admitted" : "closed" };
}

const GUARD = {
  deadlineMs: 0,
  callerLineMs: 0,
  heardMs: 0,
  seenNumber: 0,
  seenVersion: 0,
  seenLimits: 0,
  runId: 0,
  holdMs: 0,
  drawn: -1,
} as const;

/** Answers when it was noted, where it was. */
async function sayNear(
  redis: Redis,
  settings: EventSettings,
  { lane, present }: Extract<Step, { type: "near" }>,
): Promise<number | null> {
  const keys = eventKeys(settings);
  const before = await redis.hget(keys.line, "presenceAtMs");
  const members = present.map(({ number, saysAgain }) => ({
    number,
    saysAgain: Number(saysAgain),
  }));
  await runNear(redis, keys, { ...GUARD, lane }, members);
  const after = await redis.hget(keys.line, "presenceAtMs");
  return after === before ? null : Number(after);
}

/** Does the same step by the scripts. `settings` are those of the line. */
export async function runStep(redis: Redis, settings: EventSettings, step: Step): Promise<Answer> {
  const keys = eventKeys(settings);
  switch (step.type) {
    case "tick": {
      const reply = await tickEvent(redis, settings, { checkIns: step.checkIns });
      if (reply.status !== "OK") throw new Error(`The tick answered ${reply.status}.`);
      return { outcomes: [], nowMs: reply.state.lineTimeMs };
    }
    case "enter": {
      const members = enterMembers(
        step.numbers.map((number) => ({ number, claim: "ab", queueId: `visitor-${number}` })),
      );
      const reply = await runEnter(redis, keys, { ...GUARD, lane: step.lane, members });
      if (reply.status !== "OK") throw new Error(`Entering answered ${reply.status}.`);
      const outcomes = reply.outcomes.map((outcome): EnterOutcome => {
        if (outcome.type === "admitted") return { type: "admitted" };
        if (outcome.type === "wait") return outcome;
        if (outcome.type === "used") throw new Error("A number was used with another claim.");
        if (outcome.type === "moved") throw new Error("A place went to another device.");
        if (outcome.type === "inside") throw new Error("A number has a seat of its own name.");
        return { type: outcome.type };
      });
      return { outcomes, nowMs: reply.lineTimeMs };
    }
    case "near":
      return { outcomes: [], nowMs: await sayNear(redis, settings, step) };
    case "limit":
      await setLimit(redis, settings, step.limit, step.value);
      break;
    case "grants":
      await addGrants(redis, settings, step.slots, step.ceiling);
      break;
    case "settings": {
      const { outflowPerMinute, safetyNetPerMinute } = step;
      const changed = { ...settings, version: 2, outflowPerMinute, safetyNetPerMinute };
      const reply = await putSettings(redis, changed);
      if (reply !== "OK") throw new Error(`The settings answered ${reply}.`);
      break;
    }
    case "pass": {
      const members = Array.from({ length: step.count }, (_, index) => ({
        claim: "ab",
        queueId: `newcomer ${index}`,
        joinId: Buffer.alloc(0),
      }));
      const reply = await runPass(
        redis,
        keys,
        { ...GUARD, lane: 0, ...sourceArguments([]) },
        members,
      );
      if (reply.status !== "OK") throw new Error(`Passing answered ${reply.status}.`);
      const outcomes = reply.numbers.map((number) => outcomeOfPass(number > 0));
      return { outcomes, nowMs: reply.lineTimeMs };
    }
    case "stock": {
      const told = await reportStock(redis, settings, step.report);
      if (told === null) throw new Error("There is no line to report to.");
      return { outcomes: [], nowMs: told.lineTimeMs };
    }
    case "inlet":
      await setInlet(redis, settings, step.inlet);
      break;
  }
  return { outcomes: [], nowMs: null };
}
