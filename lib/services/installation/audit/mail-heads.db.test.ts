import { afterAll, afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { db, disconnectDb } from "@/lib/db/client";
import { readAnchors } from "@/lib/domain/audit/chain";
import type { ServiceContext } from "@/lib/services/ground/context";
import { lockCustomer } from "@/lib/services/ground/lock-customer";
import { recordAudit } from "@/lib/services/ground/record-audit";
import { addTestMember, createTestCustomer } from "@/test/customer";
import { startMailServer } from "@/test/notices";
import { readHeads } from "./anchor-heads";
import { checkCustomer } from "./head";
import { linkAudit } from "./link-entries";
import { mailAuditHead, mailAuditHeads } from "./mail-heads";

afterAll(disconnectDb);

const DAY_MS = 24 * 60 * 60_000;

let owner: ServiceContext;
let mailServer: Awaited<ReturnType<typeof startMailServer>>;
/** An address that the mail server refuses. */
let refused: string | null;
beforeEach(async () => {
  refused = null;
  mailServer = await startMailServer({
    onRcptTo: ({ address }, _session, done) =>
      done(address === refused ? new Error("No such mailbox") : null),
  });
  vi.stubEnv("SMTP_URL", mailServer.url);
  owner = await createTestCustomer();
});
afterEach(async () => {
  vi.unstubAllEnvs();
  await mailServer.close();
});

async function write(by: ServiceContext): Promise<void> {
  const record = { verb: "event.pause", subject: "evt_1", summary: "paused Sale" } as const;
  await db().$transaction((tx) => recordAudit(tx, by, record));
}

/** Writes an entry and links it, as the worker does; the head that the chain then has. */
async function linkOneOf(by: ServiceContext) {
  await write(by);
  while ((await linkAudit()).links > 0);
  const [head] = await readHeads(by.customer.id);
  if (head === undefined) throw new Error("Nothing was linked.");
  return head;
}

async function emailOf({ actor }: ServiceContext): Promise<string> {
  return (await db().user.findUniqueOrThrow({ where: { id: actor.id } })).email;
}

const mailed = () => mailServer.mails.map(({ to }) => to).sort();

async function emailsOf(...people: readonly ServiceContext[]): Promise<readonly string[]> {
  return (await Promise.all(people.map(emailOf))).sort();
}

describe("somebody who asks for the head", () => {
  test.each(["owner", "viewer"] as const)("as %s gets it, and nobody else", async (role) => {
    const head = await linkOneOf(owner);
    const asker = await addTestMember(owner, role, "Vera");
    const email = await emailOf(asker);
    expect(await mailAuditHead(asker)).toEqual({ to: email });
    expect(mailed()).toEqual([email]);
    const { subject = "", text = "" } = mailServer.mails[0] ?? {};
    expect(subject).toBe("Audit log anchor for Test Tickets");
    expect(text).toContain(`seq=${head.seq} hash=${head.hash} at=${head.at}`);
    expect(readAnchors(text)).toEqual([head]);
    expect(text).toMatch(/^http\S+\/audit-log$/m);
  });

  test("gets that of their own customer, as it stands now", async () => {
    await linkOneOf(await createTestCustomer());
    const first = await linkOneOf(owner);
    await mailAuditHead(owner);
    const second = await linkOneOf(owner);
    await mailAuditHead(owner);
    expect(second.seq).toBe(first.seq + 1);
    const heads = mailServer.mails.map(({ text }) => readAnchors(text));
    expect(heads).toEqual([[first], [second]]);
  });

  test("can prove with the mail that the end was cut off later", async () => {
    await linkOneOf(owner);
    const { seq } = await linkOneOf(owner);
    await mailAuditHead(owner);
    const ofEnd = { customerId: owner.customer.id, seq };
    await db().auditEntry.deleteMany({ where: ofEnd });
    await db().auditLink.deleteMany({ where: ofEnd });
    const anchors = readAnchors(mailServer.mails[0]?.text ?? "");
    const check = await checkCustomer(owner.customer, { withTags: true, anchors });
    expect(check.firstBad?.reason).toMatch(/^the end is missing/);
  });

  test("is refused without the permission to read the log", async () => {
    await linkOneOf(owner);
    const permissions = new Set([...owner.permissions].filter((held) => held !== "audit:read"));
    const refusal = { code: "forbidden" };
    await expect(mailAuditHead({ ...owner, permissions })).rejects.toMatchObject(refusal);
    expect(mailed()).toEqual([]);
  });

  test("is told so while nothing is linked, and gets it once something is", async () => {
    await write(owner);
    await expect(mailAuditHead(owner)).rejects.toMatchObject({
      code: "precondition_failed",
      message: expect.stringContaining("No entries are linked yet."),
    });
    expect(mailed()).toEqual([]);
    const head = await linkOneOf(owner);
    await mailAuditHead(owner);
    expect(readAnchors(mailServer.mails[0]?.text ?? "")).toEqual([head]);
  });

  test("gets twenty a day at most, and uses up those of nobody else", async () => {
    await linkOneOf(owner);
    for (let count = 0; count < 20; count += 1) await mailAuditHead(owner);
    await expect(mailAuditHead(owner)).rejects.toMatchObject({ code: "limit_exceeded" });
    const admin = await addTestMember(owner, "admin", "Ada");
    await mailAuditHead(admin);
    expect(mailServer.mails).toHaveLength(21);
    expect(mailServer.mails.at(-1)?.to).toBe(await emailOf(admin));
  });
});

describe("once a week", () => {
  const waiting = () => db().$queryRaw<object[]>`
    SELECT 1 FROM pg_stat_activity WHERE "datname" = current_database() AND "wait_event_type" = 'Lock'`;

  // Customers of other tests are not due.
  beforeEach(() => db().customer.updateMany({ data: { auditMailedAt: new Date() } }));

  /** The last mail was sent so long ago, as the database has it; null: none ever was. */
  async function mailedBefore(ms: number | null): Promise<void> {
    const auditMailedAt = ms === null ? null : new Date(Date.now() - ms);
    await db().customer.update({ where: { id: owner.customer.id }, data: { auditMailedAt } });
  }

  test("each owner gets the head and nobody else, however many workers send it", async () => {
    const bo = await addTestMember(owner, "owner", "Bo");
    for (const role of ["admin", "viewer"] as const) await addTestMember(owner, role, "Ada");
    const head = await linkOneOf(owner);
    await mailedBefore(7 * DAY_MS + 60_000);
    const workers = await db().$transaction(async (tx) => {
      await lockCustomer(tx, owner);
      const begun = [mailAuditHeads(), mailAuditHeads(), mailAuditHeads()];
      // Each has read that the mail is due before one of them can say that it sends it.
      await vi.waitFor(async () => expect(await waiting()).toHaveLength(3), 4_000);
      return () => Promise.all(begun);
    });
    await workers();
    expect(await mailAuditHeads()).toBe(0);
    expect(mailed()).toEqual(await emailsOf(owner, bo));
    for (const { text } of mailServer.mails) expect(readAnchors(text)).toEqual([head]);
  });

  test("means not before the week is over, also for a customer that is new", async () => {
    await linkOneOf(owner);
    await mailedBefore(null);
    expect(await mailAuditHeads()).toBe(0);
    await mailedBefore(7 * DAY_MS - 60_000);
    expect(await mailAuditHeads()).toBe(0);
    expect(mailed()).toEqual([]);
  });

  test("nobody is mailed where nothing is linked", async () => {
    await write(owner);
    await mailedBefore(8 * DAY_MS);
    expect(await mailAuditHeads()).toBe(0);
    expect(mailed()).toEqual([]);
  });

  test("an owner whose mailbox is gone keeps no other from theirs, and it is said", async () => {
    const owners = [owner, await addTestMember(owner, "owner", "Bo")];
    await linkOneOf(owner);
    for (const gone of owners) {
      refused = await emailOf(gone);
      await mailedBefore(8 * DAY_MS);
      await expect(mailAuditHeads()).rejects.toThrow(/^1 e-mails .* could not be sent/);
      expect(await mailAuditHeads(new Date(Date.now() + 2 * DAY_MS))).toBe(0);
    }
    expect(mailed()).toEqual(await emailsOf(...owners));
  });

  test("what reached no owner is tried again a day later, not a week", async () => {
    await linkOneOf(owner);
    refused = await emailOf(owner);
    await mailedBefore(8 * DAY_MS);
    const now = new Date();
    await expect(mailAuditHeads(now)).rejects.toThrow("could not be sent");
    refused = null;
    const inADay = now.getTime() + DAY_MS;
    expect(await mailAuditHeads(new Date(inADay - 60_000))).toBe(0);
    expect(await mailAuditHeads(new Date(inADay + 60_000))).toBe(1);
    expect(mailed()).toEqual(await emailsOf(owner));
  });
});
