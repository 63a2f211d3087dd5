import { afterAll, describe, expect, test } from "vitest";
import { db, disconnectDb } from "@/lib/db/client";
import { ServiceError } from "@/lib/services/ground/errors";
import { addTestMember, auditSentences, createTestCustomer } from "@/test/customer";
import { OUTFLOW, storeRun } from "@/test/stored-run";
import { getRunReport } from "./get";
import { getFairness } from "./get-fairness";
import { listRuns } from "./list";
import { publishReport } from "./publish";
import { readPublishedReport } from "./read-published";
import { storeDueReports } from "./store-due";
import { withdrawReport } from "./withdraw";
import { findReportedRun, writeReport } from "./write-report";

afterAll(disconnectDb);

const codeOf = (work: Promise<unknown>) =>
  work.then(
    () => "done",
    (error: unknown) => (error instanceof ServiceError ? error.code : String(error)),
  );

/** The address of a report as its route gets it. */
const idOf = (url: string) => url.split("/").at(-1) ?? "";

/** Counts all that is due; other tests of this database may have runs that are due, too. */
async function countDue(): Promise<void> {
  while ((await storeDueReports()).stored > 0);
}

describe("the report of a run", () => {
  test("has its sums from the minutes and its fairness from the admissions", async () => {
    const { context, runId } = await storeRun(900);
    await countDue();
    expect(await getRunReport(context, { runId })).toMatchObject({
      ...{ eventId: "sale", run: 1, published: null, challenges: null },
      totals: { joins: 900 },
      sums: { arrived: 900, turnedAway: 0, joined: 900 },
    });
    expect(await getFairness(context, { runId })).toMatchObject({
      isFinal: true,
      figures: { rows: 900, fullestMinute: { admitted: OUTFLOW, ratio: 1 }, numbersTwice: 0 },
    });
    expect((await listRuns(context, {})).items).toMatchObject([{ runId, joined: 900 }]);
  });

  test("that cannot be stored holds up no other", async () => {
    await countDue();
    const [older, refused] = [await storeRun(5), await storeRun(5)];
    const endedAt = new Date(Date.now() - 61_000);
    await db().run.update({ where: { id: refused.runId }, data: { endedAt } });
    await db().$executeRawUnsafe(
      `ALTER TABLE "RunReport" ADD CONSTRAINT "refused" CHECK ("runId" <> '${refused.runId}')`,
    );
    await expect(storeDueReports()).rejects.toThrow("1 runs could not be counted.");
    expect(await db().runReport.count({ where: { runId: older.runId } })).toBe(1);
    await db().$executeRawUnsafe(`ALTER TABLE "RunReport" DROP CONSTRAINT "refused"`);
    await countDue();
    expect(await db().runReport.count({ where: { runId: refused.runId } })).toBe(1);
  });

  test("ten times longer has the same figures but for what grows", async () => {
    const figures = await Promise.all(
      [2_000, 20_000].map(async (admissions) => {
        const { runId } = await storeRun(admissions);
        const run = await findReportedRun(runId);
        if (run === null) throw new Error("The run is there.");
        return writeReport(run);
      }),
    );
    for (const [index, report] of figures.entries()) {
      const rows = [2_000, 20_000][index];
      expect(report.figures).toMatchObject({
        ...{ rows, totals: { line: rows }, numbersTwice: 0 },
        fullestMinute: { ratio: 1, admitted: OUTFLOW, allowed: OUTFLOW },
        order: { afterHigher: 0, inversions: 0 },
        waits: { known: rows, unknown: 0 },
      });
      // However long a run was, it has no more steps.
      expect(report.admissions.steps.length).toBeLessThanOrEqual(2_001);
    }
  });

  test("that goes on is counted as far as it is stored", async () => {
    const { context, runId } = await storeRun(50);
    await db().run.update({ where: { id: runId }, data: { endedAt: null } });
    expect(await getFairness(context, { runId })).toMatchObject({
      ...{ isFinal: false, figures: { rows: 50 } },
    });
    expect(await codeOf(publishReport(context, { runId }))).toBe("precondition_failed");
  });

  test("of somebody else, and of a test copy, is not found", async () => {
    const { context, runId } = await storeRun(5);
    const other = await createTestCustomer();
    for (const read of [getRunReport, getFairness, publishReport, withdrawReport])
      expect(await codeOf(read(other, { runId }))).toBe("not_found");
    await db().event.updateMany({
      where: { customerId: context.customer.id },
      data: { testOf: "evt_original" },
    });
    expect(await codeOf(getRunReport(context, { runId }))).toBe("not_found");
    expect((await listRuns(context, {})).items).toEqual([]);
  });

  test("tells of a number that came in twice, and of more than the outflow allows", async () => {
    const { context, runId, startMs } = await storeRun(700);
    await db().admission.createMany({
      data: Array.from({ length: 30 }, (_, index) => ({
        ...{ runId, lane: 0, queueNumber: BigInt(index + 1), queueId: `again-${index}` },
        ...{ redirectType: "queue", admittedAt: new Date(startMs + 60_000) },
      })),
    });
    await countDue();
    expect((await getFairness(context, { runId })).figures).toMatchObject({
      ...{ numbersTwice: 30, order: { afterHigher: 30, inversions: 30 } },
      fullestMinute: { admitted: 630, allowed: 600, ratio: 1.05 },
    });
  });
});

describe("a published report", () => {
  test("is read by everybody until it is withdrawn, and the audit log says so", async () => {
    const { context, runId } = await storeRun(40);
    await countDue();
    const { url, pageUrl } = await publishReport(context, { runId });
    expect(await publishReport(context, { runId })).toEqual({ url, pageUrl });
    expect(pageUrl).toMatch(`/report/${context.customer.wireId}/sale/${idOf(url)}`);
    const { file } = await readPublishedReport(idOf(url));
    expect(JSON.parse(file)).toMatchObject({ run: 1, figures: { rows: 40 } });
    expect((await getRunReport(context, { runId })).published).toMatchObject({ url, by: "Ana" });
    expect(await withdrawReport(context, { runId })).toEqual({ withdrawn: true });
    expect(await withdrawReport(context, { runId })).toEqual({ withdrawn: false });
    expect(await codeOf(readPublishedReport(idOf(url)))).toBe("not_found");
    const sentences = await auditSentences(context);
    expect(sentences.filter((one) => one.includes("fairness"))).toEqual([
      "Ana published the fairness report of Sale (run 1)",
      "Ana withdrew the fairness report of Sale (run 1)",
    ]);
  });

  test("is published and withdrawn by operators, and by nobody below them", async () => {
    const { context, runId } = await storeRun(5);
    await countDue();
    for (const role of ["viewer", "developer"] as const) {
      const member = await addTestMember(context, role, role);
      expect(await codeOf(publishReport(member, { runId }))).toBe("forbidden");
      expect(await codeOf(withdrawReport(member, { runId }))).toBe("forbidden");
      expect(await codeOf(getRunReport(member, { runId }))).toBe("done");
    }
    const operator = await addTestMember(context, "operator", "Olga");
    expect(await codeOf(publishReport(operator, { runId }))).toBe("done");
  });

  test("at an address that nobody has given is not found", async () => {
    for (const id of ["", "x", "../../etc/passwd", "A".repeat(16)])
      expect(await codeOf(readPublishedReport(id))).toBe("not_found");
  });
});
