import { expect, test } from "vitest";
import { reportPublicKey } from "@/lib/secrets/report-signer";
import { parseMasterKey } from "@/lib/secrets/seal";
import { publishedFile, UNSIGNED_REPORT } from "@/test/published-report";
import { checkFairnessFile } from "./check-report";
import type { FairnessReport } from "./report-file";

const master = parseMasterKey(Buffer.alloc(32, 7).toString("base64url"));
const stranger = parseMasterKey(Buffer.alloc(32, 9).toString("base64url"));
const key = reportPublicKey(master);

async function firstBad(file: string, publicKey: string | null = null) {
  return (await checkFairnessFile(file, publicKey)).firstBad;
}

test("a report as it was published is valid, by its own key and by the operator's", async () => {
  expect(await firstBad(publishedFile(master))).toBeNull();
  expect(await firstBad(publishedFile(master), key)).toBeNull();
});

test("a report that somebody else signed is found out with the operator's key", async () => {
  const file = publishedFile(stranger);
  expect(await firstBad(file)).toBeNull();
  expect(await firstBad(file, key)).toMatchObject({ part: "signature" });
  const renamed = file.replace(reportPublicKey(stranger), key);
  expect(await firstBad(renamed, key)).toMatchObject({ part: "signature" });
});

test("no byte of a report can be changed, taken out or added", async () => {
  const file = publishedFile(master);
  for (let at = 0; at < file.length; at += 7) {
    const other = file[at] === "1" ? "2" : "1";
    const [before, after] = [file.slice(0, at), file.slice(at + 1)];
    for (const changed of [before + other + after, before + after, `${before} ${file.slice(at)}`])
      expect(await firstBad(changed), changed.slice(at - 20, at + 20)).not.toBeNull();
  }
});

const { figures, admissions } = UNSIGNED_REPORT;
const PEOPLE = { arrived: 1, turnedAway: 0, joined: 1, admitted: 0 };
const WRONG: Readonly<Record<string, Partial<FairnessReport>>> = {
  "one admission more than its steps": { figures: { ...figures, rows: 103 } },
  "totals that are not its admissions": {
    figures: { ...figures, totals: { ...figures.totals, renewals: 1 } },
  },
  "waits of others": { figures: { ...figures, waits: { ...figures.waits, unknown: 1 } } },
  "people who do not add up": {
    people: { ...PEOPLE, waiting: 0, left: 0, noShows: 0, removed: 0 },
  },
  "a digest of other steps": { admissions: { ...admissions, digest: "0".repeat(64) } },
  "steps out of order": { admissions: { ...admissions, steps: admissions.steps.toReversed() } },
  "a ratio of its own": {
    figures: { ...figures, fullestMinute: { ratio: 0.5, admitted: 60, allowed: 60, atMs: 0 } },
  },
  "an outflow that was never set": {
    figures: { ...figures, fullestMinute: { ratio: 0.5, admitted: 60, allowed: 120, atMs: 0 } },
  },
};

test.each(Object.entries(WRONG))("a signed report with %s is found out", async (_, changes) => {
  expect(await firstBad(publishedFile(master, changes))).toMatchObject({ part: "figures" });
});

test("what is no report is refused with the place", async () => {
  const file = publishedFile(master);
  const reasonOf = async (text: string) => (await firstBad(text))?.text;
  expect(await reasonOf("{")).toBe("The file can't be read: not JSON.");
  expect(await reasonOf(file.replace('"run":3', '"run":0'))).toBe(
    "The file can't be read: run: expected a whole number of at least 1.",
  );
  expect(await reasonOf(file.replace('"run":3', '"run":3,"more":1'))).toBe(
    "The file can't be read: more: expected no such field.",
  );
  expect(await reasonOf(file.replace('"rows":102,', ""))).toMatch(/figures\.rows/);
  expect(await reasonOf(file.replace('"run":3', '"run": 3'))).toMatch(/canonical/);
});
