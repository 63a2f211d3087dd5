import { readdirSync } from "node:fs";
import { beforeAll, describe, expect, test } from "vitest";
import { CALM } from "@/lib/domain/protection/protection";
import { projectPath } from "@/tools/stack/paths";
import { type JoinTrace, traceJoin } from "@/tools/trace-join/trace-join";
import { testRedisUrl } from "../redis";

/** The files of each feature that an event may switch on. */
const FEATURES: Readonly<Record<string, RegExp>> = {
  possession: /possession/,
  "false queue": /false-queue/,
  "score marks": /score|gather-marks/,
  rules: /access-rule|judge-by-rules|rule-of-join/,
  "soft block": /soft-block/,
  captcha: /captcha/,
  "address lists": /address-list/,
  "customer sums": /customer-sums/,
  challenge: /proof|proven|passed|challenge/,
  limits: /sources-of|source-key|address-group|join-limit/,
  "another device": /other-device|move-page|\/moves/,
  dropped: /dropped/,
  estimator: /estimator/,
  lanes: /lane-of-rule|domain\/lane\//,
  invitations: /credential|enqueue-token|access-code/,
  opening: /opening/,
};
const SOURCES = ["waiting-room", "lib/domain", "lib/line"].flatMap((folder) =>
  readdirSync(projectPath(folder), { recursive: true, encoding: "utf8" }),
);
const ON_BY_DEFAULT = ["score marks", "customer sums", "challenge", "limits"];

async function trace(protection: typeof CALM | null): Promise<JoinTrace> {
  const masterKey = process.env["MASTER_KEY"] ?? "";
  return traceJoin({ redisUrl: testRedisUrl(), masterKey, protection });
}

function entered({ files }: JoinTrace): readonly string[] {
  return Object.entries(FEATURES).flatMap(([feature, own]) =>
    files.some((file) => own.test(file)) ? [feature] : [],
  );
}

test.each(Object.entries(FEATURES))("there are files of %s", (_, own) => {
  expect(SOURCES.some((file) => own.test(file))).toBe(true);
});

describe("a join at an event with nothing switched on", () => {
  let traced: JoinTrace;

  beforeAll(async () => {
    traced = await trace(null);
  });

  test("runs at most 40 files", () => {
    expect(traced.files.length).toBeGreaterThan(20);
    expect(traced.files.length).toBeLessThanOrEqual(40);
  });

  test("enters no file of a feature that is off", () => {
    expect(entered(traced)).toEqual([]);
  });
});

test("a join at a new event enters what a new event has switched on, and no other feature", async () => {
  expect(new Set(entered(await trace(CALM)))).toEqual(new Set(ON_BY_DEFAULT));
});
