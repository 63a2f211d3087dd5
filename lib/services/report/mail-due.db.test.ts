import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeEach, expect, test, vi } from "vitest";
import { db, disconnectDb } from "@/lib/db/client";
import { addTestMember, auditSentences } from "@/test/customer";
import { type StoredRun, storeRun } from "@/test/stored-run";
import { mailDueReports } from "./mail-due";
import { areReportsMailed, setReportMails } from "./set-mails";
import { storeReport } from "./stored-report";
import { findReportedRun } from "./write-report";

const folder = mkdtempSync(join(tmpdir(), "stanchion-reports-"));
afterAll(async () => {
  rmSync(folder, { recursive: true });
  await disconnectDb();
});
beforeEach(() => vi.stubEnv("OUTBOX_DIRECTORY", join(folder, crypto.randomUUID())));

async function store({ runId }: StoredRun): Promise<void> {
  const run = await findReportedRun(runId);
  if (run === null) throw new Error("The run is there.");
  await storeReport(run, new Date());
}

async function emailsOf({ context }: StoredRun): Promise<string[]> {
  const members = await db().membership.findMany({
    where: { customerId: context.customer.id },
    include: { user: true },
  });
  return members.map(({ user }) => user.email).sort();
}

/** The mails about a run that were written, by whom they are to. */
function mailsAbout({ runId }: StoredRun): { to: string; text: string }[] {
  const outbox = process.env["OUTBOX_DIRECTORY"] ?? "";
  const files = readdirSync(outbox).filter((file) => file.endsWith(".txt"));
  return files
    .map((file) => readFileSync(join(outbox, file), "utf8"))
    .filter((text) => text.includes(runId))
    .map((text) => ({ to: /^To: (.*)$/m.exec(text)?.[1] ?? "", text }));
}

test("each member gets the report of a run once, however often and by however many it is sent", async () => {
  const run = await storeRun(300);
  await addTestMember(run.context, "viewer", "Vera");
  await mailDueReports();
  await store(run);
  await Promise.all([mailDueReports(), mailDueReports(), mailDueReports()]);
  await mailDueReports();
  const mails = mailsAbout(run);
  expect(mails.map(({ to }) => to).sort()).toEqual(await emailsOf(run));
  expect(mails[0]?.text).toContain("Subject: Sale, run 1: 300 let in");
  expect(mails[0]?.text).toMatch(/^http\S+\/reports\/run_/m);
});

test("nobody is told of a test copy, of a run that was over yesterday, and where it is switched off", async () => {
  const [copy, old, off] = [await storeRun(5), await storeRun(5), await storeRun(5)];
  for (const run of [copy, old, off]) await store(run);
  const ofCopy = { customerId: copy.context.customer.id };
  await db().event.updateMany({ where: ofCopy, data: { testOf: "evt_original" } });
  const endedAt = new Date(Date.now() - 25 * 3_600_000);
  await db().run.update({ where: { id: old.runId }, data: { endedAt } });
  expect(await areReportsMailed(off.context)).toBe(true);
  await setReportMails(off.context, { isOn: false });
  expect(await areReportsMailed(off.context)).toBe(false);
  const told = await storeRun(5);
  await store(told);
  await mailDueReports();
  expect(mailsAbout(told)).toHaveLength(1);
  for (const run of [copy, old, off]) expect(mailsAbout(run)).toEqual([]);
  expect((await auditSentences(off.context)).at(-1)).toBe(
    "Ana switched the mails about runs that end off",
  );
});

test("what certainly was not sent is sent with the next round", async () => {
  const run = await storeRun(5);
  await store(run);
  const outbox = process.env["OUTBOX_DIRECTORY"] ?? "";
  // A file where the folder should be: no mail can be written.
  writeFileSync(outbox, "");
  await expect(mailDueReports()).rejects.toThrow("could not be mailed");
  rmSync(outbox);
  await mailDueReports();
  expect(mailsAbout(run)).toHaveLength(1);
});
