import { afterAll, describe, expect, test } from "vitest";
import { db, disconnectDb } from "@/lib/db/client";
import { streamOf } from "@/lib/http/stream-of";
import { auditSentences } from "@/test/customer";
import { storeRun } from "@/test/stored-run";
import { exportRun } from "./export";

afterAll(disconnectDb);

async function textOf(pieces: AsyncIterable<string>): Promise<string> {
  let text = "";
  for await (const piece of pieces) text += piece;
  return text;
}

describe("an export of a run", () => {
  test("has each admission once, as CSV and as JSON", async () => {
    const { context, runId } = await storeRun(4_500);
    const csv = await exportRun(context, { runId, what: "admissions" });
    const lines = (await textOf(csv.pieces)).trimEnd().split("\r\n");
    expect(csv.fileName).toBe("sale-run-1-admissions.csv");
    expect(lines[0]).toBe("admitted_at,lane,number,renewal,way,queue_id,out_of_turn");
    expect(lines.slice(1).map((line) => Number(line.split(",")[2]))).toEqual(
      Array.from({ length: 4_500 }, (_, index) => index + 1),
    );
    const json = await exportRun(context, { runId, what: "admissions", format: "json" });
    const rows: { number: number; way: string }[] = JSON.parse(await textOf(json.pieces));
    expect([rows.length, rows[4_499]?.number, rows[0]?.way]).toEqual([4_500, 4_500, "queue"]);
    expect((await auditSentences(context)).at(-1)).toBe(
      "Ana exported the admissions of Sale (run 1)",
    );
  });

  test("of nothing is an empty list, and headings alone", async () => {
    const { context, runId } = await storeRun(1);
    await db().admission.deleteMany({ where: { runId } });
    const json = await exportRun(context, { runId, what: "admissions", format: "json" });
    expect(JSON.parse(await textOf(json.pieces))).toEqual([]);
    const csv = await exportRun(context, { runId, what: "admissions" });
    expect((await textOf(csv.pieces)).split("\r\n")).toHaveLength(2);
  });

  test("has a row for each minute in which something happened", async () => {
    const { context, runId, startMs } = await storeRun(1_500);
    const { pieces } = await exportRun(context, { runId, what: "minutes", format: "json" });
    const rows: Record<string, string | number>[] = JSON.parse(await textOf(pieces));
    expect(rows).toHaveLength(4);
    expect(rows[0]).toMatchObject({
      ...{ minute: new Date(startMs).toISOString(), lane: 0, joins: 1_500, outflow: 600 },
      ...{ admitted_queue: 600, no_shows: 0, waiting: "" },
    });
  });

  test("gives a spreadsheet no formula", async () => {
    const { context, runId } = await storeRun(1);
    await db().admission.updateMany({ where: { runId }, data: { queueId: '=HYPERLINK("x")' } });
    const { pieces } = await exportRun(context, { runId, what: "admissions" });
    expect(await textOf(pieces)).toContain(`,"'=HYPERLINK(""x"")",0\r\n`);
  });

  test("reads the database no faster than it is taken, and no further once nobody takes it", async () => {
    const { context, runId } = await storeRun(60_000);
    const { pieces } = await exportRun(context, { runId, what: "admissions" });
    const read: number[] = [];
    async function* counted() {
      for await (const piece of pieces) {
        read.push(piece.length);
        yield piece;
      }
    }
    const reader = streamOf(counted()).getReader();
    for (let taken = 1; taken <= 5; taken += 1) {
      await reader.read();
      // One piece may be ready for whoever asks next.
      expect(read.length).toBeLessThanOrEqual(taken + 2);
    }
    await reader.cancel();
    const atEnd = read.length;
    expect((await pieces.next()).done).toBe(true);
    expect(read.length).toBe(atEnd);
    // No piece grows with the run.
    expect(Math.max(...read)).toBeLessThan(250_000);
  }, 60_000);
});
