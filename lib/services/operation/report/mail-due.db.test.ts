import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeEach, describe, expect, test, vi } from "vitest";
import { db, disconnectDb } from "@/lib/db/client";
import { addTestMember, auditSentences } from "@/test/customer";
import { startMailServer } from "@/test/notices";
import { type StoredRun, storeRun } from "@/test/stored-run";
import { storeReport } from "./inner/stored-report";
import { mailDueReports } from "./mail-due";
import { getReportMails, setReportMails } from "./set-mails";
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

const outbox = () => process.env["OUTBOX_DIRECTORY"] ?? "";

/** The mails about a run that were written, by whom they are to. */
function mailsAbout({ runId }: StoredRun): { to: string; text: string }[] {
  const files = readdirSync(outbox()).filter((file) => file.endsWith(".txt"));
  return files
    .map((file) => readFileSync(join(outbox(), file), "utf8"))
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
  expect(mails[0]?.text).toContain("Subject: Sale, run 1: 300 admitted");
  expect(mails[0]?.text).toMatch(/^http\S+\/reports\/run_/m);
});

test("nobody is told of a test copy, of a run that was over yesterday, and where it is switched off", async () => {
  const [copy, old, off] = [await storeRun(5), await storeRun(5), await storeRun(5)];
  for (const run of [copy, old, off]) await store(run);
  const ofCopy = { customerId: copy.context.customer.id };
  await db().event.updateMany({ where: ofCopy, data: { testOf: "evt_original" } });
  const endedAt = new Date(Date.now() - 25 * 3_600_000);
  await db().run.update({ where: { id: old.runId }, data: { endedAt } });
  expect(await getReportMails(off.context)).toEqual({ isOn: true });
  await setReportMails(off.context, { isOn: false });
  expect(await getReportMails(off.context)).toEqual({ isOn: false });
  const told = await storeRun(5);
  await store(told);
  await mailDueReports();
  expect(mailsAbout(told)).toHaveLength(1);
  for (const run of [copy, old, off]) expect(mailsAbout(run)).toEqual([]);
  expect((await auditSentences(off.context)).at(-1)).toBe("Ana turned report e-mails off");
});

describe("what certainly was not sent", () => {
  let run: StoredRun;
  beforeEach(async () => {
    run = await storeRun(5);
    await store(run);
    // A file where the folder should be: no mail can be written.
    writeFileSync(outbox(), "");
  });

  const failAt = (at: Date) => expect(mailDueReports(at)).rejects.toThrow("could not be mailed");

  test("is sent later, once, and to nobody else a second time", async () => {
    const first = new Date();
    await failAt(first);
    await addTestMember(run.context, "viewer", "Vera");
    rmSync(outbox());
    await mailDueReports(new Date(first.getTime() + 19_000));
    expect(mailsAbout(run)).toHaveLength(1);
    const later = new Date(first.getTime() + 20_000);
    await Promise.all([mailDueReports(later), mailDueReports(later), mailDueReports(later)]);
    await mailDueReports(new Date(first.getTime() + 10 * 3_600_000));
    expect(
      mailsAbout(run)
        .map(({ to }) => to)
        .sort(),
    ).toEqual(await emailsOf(run));
  });

  test("is tried eight times within a day", async () => {
    const firstAt = Date.now();
    let at = firstAt;
    await failAt(new Date(at));
    for (const seconds of [20, 300, 3_600, 21_600, 21_600, 21_600, 14_400]) {
      at += seconds * 1_000;
      await mailDueReports(new Date(at - 1));
      await failAt(new Date(at));
    }
    rmSync(outbox());
    expect(at - firstAt).toBeGreaterThan(23 * 3_600_000);
    const tried = { where: { runId: run.runId, tries: 8, dueAt: null } };
    expect(await db().reportMail.count(tried)).toBe(1);
  });
});

test("a member whose mail is refused keeps no other from theirs", async () => {
  const run = await storeRun(5);
  await addTestMember(run.context, "viewer", "Vera");
  await store(run);
  const emails = await emailsOf(run);
  let refused: string | null = null;
  const server = await startMailServer({
    onRcptTo: ({ address }, _session, done) =>
      done(address === refused ? new Error("No such mailbox") : null),
  });
  try {
    vi.stubEnv("SMTP_URL", server.url);
    // Whoever of them it is.
    for (const email of emails) {
      await db().reportMail.deleteMany({ where: { runId: run.runId } });
      server.mails.length = 0;
      refused = email;
      await expect(mailDueReports()).rejects.toThrow(/^1 reports /);
      const others = emails.filter((one) => one !== email);
      expect(server.mails.map(({ to }) => to)).toEqual(others);
    }
  } finally {
    vi.stubEnv("SMTP_URL", undefined);
    await server.close();
  }
});

test("of many runs that end at once each is told of, also where the newest cannot be", async () => {
  const first = await storeRun(5);
  await store(first);
  const { eventId, endedAt } = await db().run.findUniqueOrThrow({ where: { id: first.runId } });
  const { text } = await db().runReport.findUniqueOrThrow({ where: { runId: first.runId } });
  const newer = new Date((endedAt?.getTime() ?? 0) + 1_000);
  const runIds = Array.from({ length: 25 }, () => `run_${crypto.randomUUID()}`);
  await db().run.createMany({
    data: runIds.map((id, index) => ({ id, eventId, number: index + 2, endedAt: newer })),
  });
  await db().runReport.createMany({ data: runIds.map((runId) => ({ runId, text })) });
  writeFileSync(outbox(), "");
  await expect(mailDueReports()).rejects.toThrow("20 reports could not be mailed");
  rmSync(outbox());
  await mailDueReports();
  expect(mailsAbout(first)).toHaveLength(1);
});
