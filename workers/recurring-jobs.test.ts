import { describe, expect, test } from "vitest";
import { QUEUES } from "./queues";
import { RECURRING_JOBS } from "./recurring-jobs";
import { SHARDS, shardOf } from "./shards";

describe("recurring jobs", () => {
  test("every shard of events is ticked every second", () => {
    const ticks = RECURRING_JOBS.filter(({ name }) => name === "line.tick");
    expect(ticks.map(({ data }) => data["shard"])).toEqual([...Array(SHARDS).keys()]);
    expect(new Set(ticks.map(({ everyMs }) => everyMs))).toEqual(new Set([1_000]));
  });

  test("no two share an id, so that none replaces another", () => {
    expect(new Set(RECURRING_JOBS.map(({ id }) => id)).size).toBe(RECURRING_JOBS.length);
  });

  test("those that wait for other people's servers never wait in front of others", () => {
    const outside = RECURRING_JOBS.filter(({ queue }) => queue === QUEUES.outside);
    expect(outside.map(({ name }) => name).sort()).toEqual([
      "alerts.send",
      "approvals.mail",
      "audit.mail",
      "config.push",
      "draw.advance",
      "feeds.load",
      "hosts.recheck",
      "notices.mail",
      "notices.push",
      "origin.govern",
      "reports.mail",
      "webhooks.mail",
      "webhooks.send",
    ]);
  });

  test("events spread over all shards, each always over the same one", () => {
    const shards = Array.from({ length: 1_000 }, (_, index) => shardOf(`evt_${index}`));
    expect(new Set(shards)).toEqual(new Set(Array(SHARDS).keys()));
    expect(shards).toEqual(Array.from({ length: 1_000 }, (_, index) => shardOf(`evt_${index}`)));
  });
});
