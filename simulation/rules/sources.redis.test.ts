import { createHash, randomBytes } from "node:crypto";
import { afterAll, expect, test } from "vitest";
import { BEYOND } from "@/lib/domain/join-limit/join-limit";
import { eventKeys } from "@/lib/line/keys";
import { openRedis } from "@/lib/line/redis";
import { openTestLine, passTime } from "@/test/line";
import { testRedisUrl } from "@/test/redis";
import { type Random, seededRandom } from "../random";
import { SourceCounts, type SourcedJoin } from "./sources";

const SEED = Number(process.env["PARITY_SEED"] ?? Math.floor(Math.random() * 2 ** 31));
const GROUPS = 60;
const LARGEST_GROUP = 40;

const redis = openRedis(testRedisUrl(), {});
afterAll(() => redis.quit());

const below = (random: Random, end: number) => Math.floor(random() * end);
const pick = <One>(random: Random, from: readonly One[]): One | undefined =>
  from[below(random, from.length)];

/** Few sources and low limits, so that they are met often. */
function randomJoin(random: Random): SourcedJoin {
  const sources = Array.from({ length: below(random, 4) }, () => {
    const name = String(below(random, 12));
    const limit = {
      perMinute: random() < 0.3 ? null : 1 + below(random, 12),
      perRun: random() < 0.3 ? null : 1 + below(random, 60),
      beyond: pick(random, BEYOND) ?? "challenge",
      mark: 1 << below(random, 8),
    };
    return { name, limit };
  });
  const named = new Map(sources.map((source) => [source.name, source]));
  return { sources: [...named.values()], isProven: random() < 0.3, marks: below(random, 256) };
}

test("the model of joins by source does what the scripts do, in 60 groups over time", async () => {
  process.stdout.write(`Model and script are compared with PARITY_SEED=${SEED}\n`);
  const random = seededRandom(SEED);
  const { settings, line } = await openTestLine(redis, {
    kind: "scheduled",
    startAtMs: Date.now() - 1_000,
  });
  const model = new SourceCounts();
  const keyOf = (name: string) => createHash("sha256").update(name).digest().subarray(0, 8);
  const marks: number[] = [];
  for (let group = 0; group < GROUPS; group += 1) {
    await passTime(redis, settings, below(random, 45_000));
    await line.refresh();
    const joins = Array.from({ length: below(random, LARGEST_GROUP) }, () => randomJoin(random));
    const outcomes = await Promise.all(
      joins.map(({ sources, ...join }) =>
        line.join({
          ...join,
          lane: 0,
          joinId: randomBytes(16),
          sources: sources.map(({ name, limit }) => ({ key: keyOf(name), limit })),
        }),
      ),
    );
    // The slot of a group is that of its call: the joined ones say when it was.
    const joined = outcomes.find((outcome) => outcome.type === "joined");
    const nowMs = joined?.lineTimeMs ?? line.lineNow();
    const expected = joins.map((join) => model.join(join, nowMs));
    for (const outcome of expected) if (outcome.type === "joined") marks.push(outcome.marks);
    expect([group, outcomes.map(shortened)]).toEqual([group, expected.map(shortened)]);
  }
  const held = await redis.getBuffer(eventKeys(settings).marks);
  const padded = Buffer.concat([held ?? Buffer.alloc(0), Buffer.alloc(marks.length + 1)]);
  expect([...padded.subarray(1, 1 + marks.length)]).toEqual(marks);
});

/** Marks are compared as the line keeps them. */
function shortened(outcome: { readonly type: string }): unknown {
  if (outcome.type !== "busy" || !("load" in outcome) || !("isFinal" in outcome))
    return outcome.type;
  return [outcome.load, outcome.isFinal];
}
