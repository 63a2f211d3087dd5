import { createHash } from "node:crypto";
import { textOfSteps } from "@/lib/domain/fairness/admission-digests";
import { FAIRNESS_FORMAT, type FairnessReport } from "@/lib/domain/fairness/report-file";
import { signReport } from "@/lib/secrets/report-signer";
import type { MasterKey } from "@/lib/secrets/seal";

const sha256 = (text: string) => createHash("sha256").update(text).digest("hex");
const STEPS = [
  [1_764_324_000, 60, sha256("a")],
  [1_764_324_060, 42, sha256("b")],
] as const;
const START_MS = 1_764_324_000_000;

/** The report of a sale of 102 admissions that adds up, before anybody signed it. */
export const UNSIGNED_REPORT: Omit<FairnessReport, "publicKey"> = {
  format: FAIRNESS_FORMAT,
  customer: { id: "demo", name: "Northwind" },
  event: { id: "sale", name: "Spring sale" },
  run: 3,
  runKey: "run_1",
  method: "fifo",
  openedAtMs: START_MS,
  endedAtMs: START_MS + 3_600_000,
  countedThroughMs: START_MS + 3_630_000,
  writtenAtMs: START_MS + 3_660_000,
  startMs: START_MS,
  safetyNetPerMinute: 0,
  outflow: [[29_405_400, 60]],
  figures: {
    rows: 102,
    totals: {
      ...{ line: 100, straightIn: 0, notHeld: 0, afterEvent: 0 },
      ...{ staffLink: 2, renewals: 0, other: 0 },
    },
    fullestMinute: { ratio: 1, admitted: 60, allowed: 60, atMs: START_MS + 60_000 },
    order: { afterHigher: 0, inversions: 0, furthest: 0 },
    numbersTwice: 0,
    waits: {
      ...{ known: 100, unknown: 0, counts: [20, 40, 40, 0, 0, 0, 0, 0, 0] },
      ...{ medianMinutes: 1, slowestTenthMinutes: 3, longestMinutes: 4 },
    },
  },
  admissions: { stepMs: 1_000, steps: STEPS, digest: sha256(textOfSteps(STEPS)) },
  draw: null,
  people: {
    ...{ arrived: 160, turnedAway: 20, joined: 140, admitted: 100 },
    ...{ waiting: 15, left: 15, noShows: 10, removed: 0 },
  },
};

/** The file of that report, with these fields instead, as it would be published. */
export function publishedFile(master: MasterKey, changes: Partial<FairnessReport> = {}): string {
  return signReport(master, { ...UNSIGNED_REPORT, ...changes });
}
