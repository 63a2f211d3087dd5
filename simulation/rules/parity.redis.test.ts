import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { EventSettings } from "@/lib/domain/event/settings";
import type { Lane as LaneSetting } from "@/lib/domain/lane/lane";
import { createRun } from "@/lib/line/commands/create-run";
import { eventKeys } from "@/lib/line/keys";
import { openRedis } from "@/lib/line/redis";
import { testSettings } from "@/test/line";
import { testRedisUrl } from "@/test/redis";
import { type Random, seededRandom } from "../random";
import { differences, figuresOf, readFigures, writeLine } from "./line-in-redis";
import type { Line } from "./line-state";
import { randomLine, type Traits } from "./random-line";
import { playStep, randomStep, runStep, type Step } from "./random-step";

/** Another seed plays other cases; the same one plays the same. */
const SEED = Number(process.env["PARITY_SEED"] ?? Math.floor(Math.random() * 2 ** 31));
const BATCH = 200;

const redis = openRedis(testRedisUrl(), {});
const random = seededRandom(SEED);
const events = Array.from({ length: BATCH }, () => testSettings());
/** The fields of a new run, which the line of a case is written over. */
let newRun: Readonly<Record<string, string>> = {};

beforeAll(async () => {
  process.stdout.write(`Model and scripts are compared with PARITY_SEED=${SEED}\n`);
  await Promise.all(events.map((event) => createRun(redis, event)));
  const [first] = events;
  if (first !== undefined) newRun = await redis.hgetall(eventKeys(first).line);
});

afterAll(async () => {
  for (const event of events) await redis.del(...Object.values(eventKeys(event)));
  await redis.quit();
});

type Play = typeof playStep;

/** Plays cases with the model and with the scripts; answers what came out differently, by case. */
async function compare(
  count: number,
  traits: (random: Random) => Traits,
  types: readonly Step["type"][],
  play: Play = playStep,
): Promise<string[]> {
  const found: string[] = [];
  for (let done = 0; done < count; done += BATCH) {
    const [seconds, microseconds] = await redis.time();
    const rawMs = Number(seconds) * 1_000 + Math.floor(Number(microseconds) / 1_000);
    const cases = events.slice(0, count - done).map((event, index) => {
      const correctionMs = Math.floor(random() * 100_000);
      const nowMs = rawMs + correctionMs;
      const line = randomLine(random, nowMs, traits(random));
      const type = types[(done + index) % types.length] ?? "tick";
      return { event, line, nowMs, correctionMs, step: randomStep(random, line, type, nowMs) };
    });
    const pipeline = redis.pipeline();
    for (const { event, line, correctionMs } of cases) {
      const base = { ...newRun, correctionMs: String(correctionMs) };
      writeLine(pipeline, eventKeys(event), line, base);
    }
    await pipeline.exec();
    found.push(...(await Promise.all(cases.map((one) => compareOne(one, play)))).flat());
  }
  return found;
}

type Case = {
  readonly event: EventSettings;
  readonly line: Line;
  /** About when it is played. */
  readonly nowMs: number;
  readonly step: Step;
};

async function compareOne({ event, line, nowMs, step }: Case, play: Play): Promise<string[]> {
  const answer = await runStep(redis, settingsOf(event, line), step);
  const settles = ["limit", "grants", "settings", "inlet"].includes(step.type);
  const atMs = answer.nowMs ?? (settles ? null : nowMs);
  const after = await readFigures(redis, eventKeys(event), atMs);
  const outcomes = play(line, step, after.nowMs);
  const wrong = differences(figuresOf(line, after.nowMs), after.figures);
  if (JSON.stringify(outcomes) !== JSON.stringify(answer.outcomes)) {
    wrong.push(
      `${JSON.stringify(outcomes)} in the model, ${JSON.stringify(answer.outcomes)} in Redis`,
    );
  }
  if (wrong.length === 0) return [];
  const told = `PARITY_SEED=${SEED}, ${JSON.stringify(step)} at ${after.nowMs}`;
  return [[told, ...wrong.slice(0, 6)].join("\n")];
}

/** The settings that a line says it has. */
function settingsOf(event: EventSettings, line: Line): EventSettings {
  const [first, ...others] = line.lanes.map(
    ({ weight }, index): LaneSetting => ({
      key: `lane-${index}`,
      name: `Lane ${index}`,
      weight,
      fromRelativeQuality: null,
    }),
  );
  if (first === undefined) throw new Error("A line has a lane.");
  return {
    ...event,
    method: line.method,
    paused: line.isPaused,
    outflowPerMinute: line.outflowPerMinute,
    safetyNetPerMinute: line.safetyNetPerMinute,
    safetyNetActive: line.safetyNetActive,
    activeCap: line.seats.cap,
    lanes: { mode: line.laneMode, defaultLane: first.key, lanes: [first, ...others] },
  };
}

const anyLine = (): Traits => ({});

/** The model, with something off once the step is done. */
function off(change: (line: Line, before: Line) => void): Play {
  return (line, step, nowMs) => {
    const before = structuredClone({ ...line, seats: null });
    const outcomes = playStep(line, step, nowMs);
    change(line, { ...before, seats: line.seats });
    return outcomes;
  };
}

/** Models that differ from the scripts by as little as there is. */
const PLANTED: readonly (readonly [string, readonly Step["type"][], Play])[] = [
  [
    "late visitors earn 21 % of the slots, not 20",
    ["enter"],
    off((line, before) => {
      line.lateTokens += 0.05 * (line.lateTokens - before.lateTokens);
    }),
  ],
  [
    "a lane has one slot more",
    ["enter"],
    off(({ lanes: [lane] }) => {
      if (lane !== undefined) lane.laneTokens += 1;
    }),
  ],
  [
    "a hundred-millionth of a slot makes a slot whole",
    ["enter"],
    (line, step, nowMs) => {
      for (const lane of line.lanes) lane.laneTokens += 1e-8;
      return playStep(line, step, nowMs);
    },
  ],
  [
    "one number more is called",
    ["tick"],
    off(({ lanes: [lane] }) => {
      if (lane !== undefined) lane.serving += 1;
    }),
  ],
  [
    "one who did not come is not counted",
    ["tick"],
    off(({ lanes }) => {
      for (const lane of lanes) lane.noShows = Math.max(0, lane.noShows - 1);
    }),
  ],
  [
    "the outflow is one a minute more",
    ["tick", "enter"],
    (line, step, nowMs) => {
      line.outflowPerMinute += 1;
      return playStep(line, step, nowMs);
    },
  ],
  [
    "an inlet gives one slot more",
    ["grants"],
    off((line) => {
      line.grants = (line.grants ?? 0) + 1;
    }),
  ],
  [
    "the threshold of the safety net is one a minute more",
    ["pass"],
    (line, step, nowMs) => {
      line.safetyNetPerMinute = (line.safetyNetPerMinute ?? 0) + 1;
      return playStep(line, step, nowMs);
    },
  ],
  [
    "a sale ends no reservation",
    ["stock"],
    off((line, before) => {
      for (const [visitor, { reserved }] of before.buyers) {
        const buyer = line.buyers.get(visitor);
        if (buyer !== undefined) line.buyers.set(visitor, { ...buyer, reserved });
      }
    }),
  ],
  [
    "who is refused comes back a millisecond later",
    ["enter"],
    (line, step, nowMs) =>
      playStep(line, step, nowMs).map((outcome) =>
        outcome.type === "wait" ? { ...outcome, waitMs: outcome.waitMs + 1 } : outcome,
      ),
  ],
];

describe("the model of the rules does what the scripts do", () => {
  test.each<[string, number, (random: Random) => Traits, readonly Step["type"][]]>([
    [
      "lane shares",
      2_000,
      (one) => ({ lanes: 2 + Math.floor(one() * 4), method: "fifo" }),
      ["tick", "enter"],
    ],
    ["the bucket and who gets its slots", 2_000, () => ({ lanes: 1, method: "fifo" }), ["enter"]],
    ["the open window", 2_500, () => ({ method: "fifo" }), ["tick", "tick", "tick", "near"]],
    ["random order", 1_000, () => ({ method: "random" }), ["tick", "enter"]],
    [
      "inlets and slots by hand",
      1_000,
      () => ({ hasInlet: true }),
      ["inlet", "tick", "enter", "grants"],
    ],
    [
      "the governor and other limits",
      1_000,
      () => ({ isLimited: true }),
      ["limit", "tick", "enter"],
    ],
    ["settings", 500, anyLine, ["settings"]],
    ["the safety net while nobody waits", 2_000, () => ({ net: "dormant" }), ["pass"]],
    ["the safety net and the line", 1_000, () => ({ net: "set" }), ["enter", "pass", "settings"]],
    ["stock", 1_000, () => ({ isLimited: true }), ["stock", "enter", "tick"]],
  ])("%s, in %i random cases", async (_name, count, traits, types) => {
    expect((await compare(count, traits, types)).slice(0, 3)).toEqual([]);
  });
});

describe("a model that differs by one unit is found out", () => {
  test.each(PLANTED)("%s", async (_name, types, play) => {
    const found = await compare(BATCH, () => ({ lanes: 2 }), types, play);
    expect(found.length).toBeGreaterThan(0);
  });
});
