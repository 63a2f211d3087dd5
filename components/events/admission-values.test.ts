import { expect, test } from "vitest";
import type { AdmissionSetting } from "@/lib/domain/admission/admission-setting";
import { toAdmission, toAdmissionValues } from "./admission-values";

test.each<[string, AdmissionSetting | null]>([
  ["a line", null],
  [
    "a share of all",
    {
      share: { type: "percentage", percent: 20 },
      holdSeconds: 90,
      identity: { by: "browser" },
    },
  ],
  [
    "a share that falls as the site fills",
    {
      share: { type: "sigmoid", midpointPercent: 70, steepness: 12 },
      holdSeconds: 60,
      identity: { by: "header", name: "x-user" },
    },
  ],
  [
    "a share beside a line",
    {
      share: { type: "percentage", percent: 20 },
      ...{ holdSeconds: 90, identity: { by: "browser" }, lane: "drawn" },
    },
  ],
])("admission goes through its form unchanged: %s", (_, admission) => {
  expect(toAdmission(toAdmissionValues(admission))).toEqual(admission);
});

test("what another choice asks for is kept in the form, and not sent", () => {
  const values = { ...toAdmissionValues(null), steepness: null, name: "typed before" };
  expect(toAdmission({ ...values, kind: "percentage", percent: 30 })).toEqual({
    share: { type: "percentage", percent: 30 },
    ...{ holdSeconds: 60, identity: { by: "browser" } },
  });
  expect(toAdmission(values)).toBeNull();
});

test("an emptied number is sent as none that the service takes", () => {
  const values = { ...toAdmissionValues(null), kind: "percentage" as const, percent: null };
  expect(toAdmission(values)).toMatchObject({ share: { percent: Number.NaN } });
});
