import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeEach, describe, expect, test } from "vitest";
import { runStanchion } from "@/cli/run-stanchion";
import { db, disconnectDb } from "@/lib/db/client";
import type { FairnessFinding } from "@/lib/domain/fairness/check-report";
import { readFairnessFile } from "@/lib/domain/fairness/report-file";
import { reportPublicKey, signReport } from "@/lib/secrets/report-signer";
import { parseMasterKey } from "@/lib/secrets/seal";
import { type StoredRun, storeRun } from "@/test/stored-run";
import { findReportedRun, writeReport } from "./write-report";

const master = parseMasterKey(Buffer.alloc(32, 7).toString("base64url"));
const stranger = parseMasterKey(Buffer.alloc(32, 9).toString("base64url"));
const folder = mkdtempSync(join(tmpdir(), "stanchion-fairness-"));
const path = join(folder, "report.json");

afterAll(async () => {
  rmSync(folder, { recursive: true });
  await disconnectDb();
});

let run: StoredRun;
let file: string;
beforeEach(async () => {
  run = await storeRun(1_500);
  file = signReport(master, await reportOf(run.runId));
});

async function reportOf(runId: string) {
  const found = await findReportedRun(runId);
  if (found === null) throw new Error("The run is there.");
  return writeReport(found);
}

type Answer = {
  readonly exitCode: number;
  readonly valid: boolean;
  readonly firstBad: FairnessFinding | null;
};

async function check(text: string, ...options: readonly string[]): Promise<Answer> {
  writeFileSync(path, text);
  const lines: string[] = [];
  const output = { print: (line: string) => lines.push(line), note: () => undefined };
  const exitCode = await runStanchion(["verify-fairness", path, ...options, "--json"], output);
  return { exitCode, ...JSON.parse(lines.at(-1) ?? "") };
}

const withDatabase = () => check(file, "--database");

/** The second of line time, from the start of the run, in which the first difference lies. */
function secondOf({ firstBad }: Answer): number {
  return (Date.parse(firstBad?.at ?? "") - run.startMs) / 1_000;
}

describe("a report as it was published", () => {
  test("is valid by itself, with the key, and with the database", async () => {
    const key = reportPublicKey(master);
    for (const options of [[], [`--key=${key}`], ["--database"], [`--key=${key}`, "--database"]]) {
      expect(await check(file, ...options)).toMatchObject({
        ...{ exitCode: 0, valid: true, firstBad: null },
      });
    }
  });

  test("says what the admissions say", async () => {
    const { figures } = await reportOf(run.runId);
    expect(figures).toMatchObject({
      rows: 1_500,
      totals: { line: 1_500, straightIn: 0, renewals: 0 },
      fullestMinute: { ratio: 1, admitted: 600, allowed: 600 },
      order: { afterHigher: 0, inversions: 0, furthest: 0 },
      numbersTwice: 0,
      waits: { known: 1_500, unknown: 0, medianMinutes: 0, longestMinutes: 2 },
    });
  });

  test("holds no queue id", async () => {
    const rows = await db().admission.findMany({ where: { runId: run.runId }, take: 20 });
    for (const { queueId } of rows) expect(file).not.toContain(queueId);
  });
});

describe("what became of everybody", () => {
  const count = (kind: string, counts: readonly number[]) =>
    db().hourFigure.create({
      data: { ...{ runId: run.runId, lane: 0, hour: 1, part: 1 }, kind, counts: [...counts] },
    });

  test("is left out where nobody has noted who waited at the end", async () => {
    expect(await reportOf(run.runId)).not.toHaveProperty("people");
  });

  test("stays true when somebody opens the page after the end, and nothing else may change", async () => {
    await count("joins", [100]);
    await count("waiting-at-end", [60]);
    const report = await reportOf(run.runId);
    expect(report.people).toMatchObject({ joined: 1_600, waiting: 60, noShows: 40 });
    file = signReport(master, report);
    expect(await withDatabase()).toMatchObject({ valid: true });
    await count("arrivals", [2_000]);
    expect(await withDatabase()).toMatchObject({ valid: true });
    await count("left", [3]);
    expect(await withDatabase()).toMatchObject({ valid: false, firstBad: { part: "figures" } });
  });
});

describe("an admission that an operator made next", () => {
  const change = (from: number, isOutOfTurn: boolean) =>
    db().admission.updateMany({
      where: { runId: run.runId, queueNumber: BigInt(from) },
      data: { isOutOfTurn },
    });

  test("is set apart, and the report stays verifiable", async () => {
    const admittedAt = new Date(run.startMs);
    const next = { lane: 0, renewal: 0, queueId: "next", redirectType: "queue", admittedAt };
    await db().admission.create({
      data: { runId: run.runId, queueNumber: 9_999n, isOutOfTurn: true, ...next },
    });
    const report = await reportOf(run.runId);
    expect(report.figures).toMatchObject({
      rows: 1_501,
      totals: { line: 1_500, outOfTurn: 1 },
      order: { afterHigher: 0, inversions: 0, furthest: 0 },
    });
    file = signReport(master, report);
    expect(await withDatabase()).toMatchObject({ valid: true });
    await change(9_999, false);
    expect(await withDatabase()).toMatchObject({
      ...{ valid: false, firstBad: { part: "admissions" } },
    });
    await change(9_999, true);
    await change(705, true);
    expect(secondOf(await withDatabase())).toBe(70);
  });

  test("does not contradict a report that an older version wrote", async () => {
    await change(705, true);
    expect(await withDatabase()).toMatchObject({ valid: true });
  });
});

describe("an admission in the database", () => {
  const at = (number: number) => ({ runId: run.runId, queueNumber: BigInt(number) });

  test("that was changed is found in its second", async () => {
    await db().admission.updateMany({ where: at(705), data: { queueId: "somebody-else" } });
    const answer = await withDatabase();
    expect(answer).toMatchObject({ exitCode: 1, valid: false, firstBad: { part: "admissions" } });
    expect(secondOf(answer)).toBe(70);
  });

  test("that was deleted is found", async () => {
    await db().admission.deleteMany({ where: at(1_205) });
    const answer = await withDatabase();
    expect(answer).toMatchObject({ valid: false, firstBad: { part: "admissions" } });
    expect(secondOf(answer)).toBe(120);
  });

  test("that was inserted is found", async () => {
    const admittedAt = new Date(run.startMs + 33_333);
    const more = { lane: 0, renewal: 0, queueId: "friend", redirectType: "queue", admittedAt };
    await db().admission.create({ data: { ...at(9_999), ...more } });
    expect(secondOf(await withDatabase())).toBe(33);
  });

  test("that was moved is found where it was or where it is, whichever comes first", async () => {
    const admittedAt = new Date(run.startMs + 5_050);
    await db().admission.updateMany({ where: at(1_400), data: { admittedAt } });
    expect(secondOf(await withDatabase())).toBe(5);
  });

  test("that changed its number with another is found", async () => {
    await db().admission.updateMany({ where: at(501), data: { queueNumber: 100_000n } });
    await db().admission.updateMany({ where: at(901), data: { queueNumber: 501n } });
    await db().admission.updateMany({ where: at(100_000), data: { queueNumber: 901n } });
    expect(secondOf(await withDatabase())).toBe(50);
  });

  test("of another run does not matter", async () => {
    await storeRun(10);
    expect(await withDatabase()).toMatchObject({ valid: true });
  });
});

describe("a report that was changed", () => {
  test("in any byte is not valid", async () => {
    const bytes = Buffer.from(file);
    // Each part of the file, without trying each of its bytes in a process.
    for (let at = 3; at < bytes.length - 1; at += 401) {
      const changed = Buffer.from(bytes);
      changed[at] = changed[at] === 49 ? 50 : 49;
      expect(await check(changed.toString()), `byte ${at}`).toMatchObject({
        ...{ exitCode: 1, valid: false },
      });
    }
  });

  test("and signed by somebody else is found with the key, and with the database", async () => {
    const read = readFairnessFile(file);
    if (!read.ok) throw new Error(read.reason);
    const { publicKey: _key, ...report } = read.report;
    const figures = { ...report.figures, numbersTwice: 3 };
    const forged = signReport(stranger, { ...report, figures });
    expect(await check(forged)).toMatchObject({ valid: true });
    expect(await check(forged, `--key=${reportPublicKey(master)}`)).toMatchObject({
      ...{ valid: false, firstBad: { part: "signature" } },
    });
    expect(await check(forged, "--database")).toMatchObject({
      ...{ valid: false, firstBad: { part: "figures" } },
    });
  });

  test("so that it does not add up is found without key and database", async () => {
    const report = await reportOf(run.runId);
    const { figures, admissions } = report;
    const forgeries = [
      { ...report, figures: { ...figures, rows: 1_499 } },
      { ...report, figures: { ...figures, totals: { ...figures.totals, line: 1_499 } } },
      { ...report, admissions: { ...admissions, steps: admissions.steps.slice(1) } },
      {
        ...report,
        figures: {
          ...figures,
          fullestMinute: {
            ...figures.fullestMinute,
            allowed: 700,
            admitted: 600,
            ratio: 0.8571,
            atMs: run.startMs,
          },
        },
      },
    ];
    for (const forged of forgeries) {
      expect(await check(signReport(stranger, forged))).toMatchObject({
        ...{ valid: false, firstBad: { part: "figures" } },
      });
    }
  });

  test("or is no report is refused with the reason", async () => {
    expect(await check("{}")).toMatchObject({ exitCode: 1, valid: false, report: null });
    expect(await check(file.trimEnd())).toMatchObject({ valid: false });
  });
});
