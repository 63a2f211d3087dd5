import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { projectPath } from "@/tools/stack/paths";
import { capacityConstants } from "./constants";

const MEASURED = {
  "waiting-room": {
    perSecond: { status: 53_249.6, line: 64_012, join: 31_650, unlimited: 40_000 },
    redisCallsPerJoin: 0.0412,
  },
  standing: {
    visitors: 1_000_000,
    ...{ baseMegabytes: 105.3, redisMegabytesInRush: 51.4 },
    ...{ requestsPerVisitorHour: 38.93, lineShare: 0.804 },
  },
  page: { bytes: 15_862, documentBytes: 4_455 },
};

test("the constants are what was measured, and of joins those with limits", () => {
  expect(capacityConstants(MEASURED, "2026-11-30, abc")).toEqual({
    measuredAt: "2026-11-30, abc",
    ...{ checkInsPerSecond: 53_200, lineReadsPerSecond: 64_000, joinsPerSecond: 31_700 },
    ...{ redisCallsPerJoin: 0.04, processMegabytes: 106, redisBytesPerVisitor: 54 },
    ...{ requestsPerVisitorHour: 38.9, lineShare: 0.8, pageBytes: 15_862 },
  });
});

test("a figure that was not measured is no constant", () => {
  const standing = { ...MEASURED.standing, lineShare: Number.NaN };
  expect(() => capacityConstants({ ...MEASURED, standing }, "")).toThrow(/lineShare/);
  expect(() => capacityConstants({ ...MEASURED, page: {} }, "")).toThrow(/bytes/);
});

test("the file has the names that are written", () => {
  const file = projectPath("lib/domain/capacity/measured.json");
  const names = Object.keys(JSON.parse(readFileSync(file, "utf8")));
  expect(names).toEqual(Object.keys(capacityConstants(MEASURED, "")));
});
