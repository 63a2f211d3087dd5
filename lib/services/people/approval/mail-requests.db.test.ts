import { afterAll, afterEach, beforeEach, expect, test, vi } from "vitest";
import { db, disconnectDb } from "@/lib/db/client";
import { isAsked } from "@/lib/domain/approval/approval";
import { stopEvent } from "@/lib/services/event/control/stop";
import type { ServiceContext } from "@/lib/services/ground/context";
import { removeMember } from "@/lib/services/people/membership/remove";
import { addTestMember, createCustomerWithSale, startTestEvent } from "@/test/customer";
import { startMailServer } from "@/test/notices";
import { mailRequests } from "./mail-requests";
import { refuseRequest } from "./refuse";
import { setApprovals } from "./set-approvals";

afterAll(disconnectDb);

const SALE = { eventId: "sale" };
const SECOND_MS = 1_000;
const MINUTE_MS = 60 * SECOND_MS;
/** When the tries after the first are due, counted from it. */
const TRIES_MS = [20 * SECOND_MS, 80 * SECOND_MS, 380 * SECOND_MS, 1_280 * SECOND_MS];

let ana: ServiceContext;
let ben: ServiceContext;
let cleo: ServiceContext;
let mailServer: Awaited<ReturnType<typeof startMailServer>>;
/** An address that the mail server refuses, and how often it has. */
let refused: string | null;
let refusals: number;
/** An address to which the mail server takes nothing before it is let go. */
let held: string | null;
let letGo: (() => void) | null;
beforeEach(async () => {
  // Requests of other tests are mailed to nobody.
  await db().approval.updateMany({ data: { toldAt: new Date() } });
  await db().approvalMail.deleteMany();
  refused = null;
  refusals = 0;
  held = null;
  letGo = null;
  mailServer = await startMailServer({
    onRcptTo: ({ address }, _session, done) => {
      if (address === held) {
        letGo = () => done();
        return;
      }
      if (address !== refused) return done();
      refusals += 1;
      return done(new Error("No such mailbox"));
    },
  });
  vi.stubEnv("SMTP_URL", mailServer.url);
  ana = await createCustomerWithSale();
  ben = await addTestMember(ana, "operator", "Ben");
  cleo = await addTestMember(ana, "admin", "Cleo");
  await startTestEvent(ana, SALE);
});
afterEach(async () => {
  vi.unstubAllEnvs();
  await mailServer.close();
});

async function ask(minutes?: number): Promise<{ readonly approvalId: string }> {
  await setApprovals(ana, { topics: ["stop"], ...(minutes === undefined ? {} : { minutes }) });
  const answer = await stopEvent(ana, SALE);
  if (!isAsked(answer)) throw new Error("Nobody was asked.");
  return { approvalId: answer.approvalId };
}

async function emailOf({ actor }: ServiceContext): Promise<string> {
  return (await db().user.findUniqueOrThrow({ where: { id: actor.id } })).email;
}

const mailed = () => mailServer.mails.map(({ to }) => to).sort();

async function emailsOf(...people: readonly ServiceContext[]): Promise<readonly string[]> {
  return (await Promise.all(people.map(emailOf))).sort();
}

/** The first round, in which the mail to somebody is refused; the moment of it. */
async function refuseTo(person: ServiceContext): Promise<number> {
  refused = await emailOf(person);
  const now = new Date();
  await expect(mailRequests(now)).rejects.toThrow(/^1 e-mails .* could not be sent/);
  return now.getTime();
}

const laterThan = (first: number, ms: number) => new Date(first + ms);
const unsaid = () => db().approvalMail.count();

test("those who may decide are told once, however many workers tell them", async () => {
  const [vera, dora] = [
    await addTestMember(ana, "viewer", "Vera"),
    await addTestMember(ana, "developer", "Dora"),
  ];
  await ask();
  const rounds = await Promise.all([mailRequests(), mailRequests(), mailRequests()]);
  const last = await mailRequests();
  expect(mailed()).toEqual(await emailsOf(ben, cleo));
  expect([...rounds, last].reduce((sum, sent) => sum + sent)).toBe(2);
  for (const { subject, text } of mailServer.mails) {
    expect(subject).toBe("Ana requests approval: stop Sale (run 1)");
    expect(text).toMatch(/^http\S+\/approvals$/m);
  }
  expect(mailed()).not.toContain(await emailOf(vera));
  expect(mailed()).not.toContain(await emailOf(dora));
  expect(await unsaid()).toBe(0);
});

test("a worker that looks while another sends does not send the same", async () => {
  await ask();
  held = await emailOf(ben);
  const first = mailRequests();
  await vi.waitFor(() => expect(letGo).not.toBeNull(), 10_000);
  held = null;
  await mailRequests();
  letGo?.();
  await first;
  expect(mailed()).toEqual(await emailsOf(ben, cleo));
});

test("an approver whose mail is refused keeps no other from theirs, of this request or another", async () => {
  for (const gone of [ben, cleo]) {
    const { approvalId } = await ask();
    mailServer.mails.length = 0;
    await refuseTo(gone);
    expect(mailed()).toEqual(await emailsOf(gone === ben ? cleo : ben));
    await refuseRequest(ben, { approvalId });
  }
  await ask();
  refused = await emailOf(ben);
  const other = await createCustomerWithSale();
  const otto = await addTestMember(other, "admin", "Otto");
  await startTestEvent(other, SALE);
  await setApprovals(other, { topics: ["stop"] });
  await stopEvent(other, SALE);
  await expect(mailRequests()).rejects.toThrow("could not be sent");
  expect(mailed()).toContain(await emailOf(otto));
});

test("who could not be reached is told later, once, and nobody else a second time", async () => {
  await ask();
  const first = await refuseTo(ben);
  refused = null;
  expect(await mailRequests(laterThan(first, 19 * SECOND_MS))).toBe(0);
  expect(mailed()).toEqual(await emailsOf(cleo));
  expect(await mailRequests(laterThan(first, 20 * SECOND_MS))).toBe(1);
  expect(await mailRequests(laterThan(first, 10 * MINUTE_MS))).toBe(0);
  expect(mailed()).toEqual(await emailsOf(ben, cleo));
  expect(await unsaid()).toBe(0);
});

test("an e-mail that is always refused is begun five times", async () => {
  await ask(600);
  const first = await refuseTo(ben);
  for (const [index, ms] of TRIES_MS.entries()) {
    expect(await mailRequests(laterThan(first, ms - 1))).toBe(0);
    await expect(mailRequests(laterThan(first, ms))).rejects.toThrow("could not be sent");
    expect(refusals).toBe(index + 2);
  }
  expect(await mailRequests(laterThan(first, 500 * MINUTE_MS))).toBe(0);
  expect(refusals).toBe(5);
  expect(mailed()).toEqual(await emailsOf(cleo));
  expect(await unsaid()).toBe(0);
});

test("nobody is told of what is decided, or has expired, meanwhile", async () => {
  const { approvalId } = await ask();
  const first = await refuseTo(ben);
  refused = null;
  await refuseRequest(cleo, { approvalId });
  expect(await mailRequests(laterThan(first, MINUTE_MS))).toBe(0);
  expect(await unsaid()).toBe(0);
  await ask();
  const second = await refuseTo(ben);
  refused = null;
  expect(await mailRequests(laterThan(second, 16 * MINUTE_MS))).toBe(0);
  expect(mailed()).toEqual(await emailsOf(cleo, cleo));
  expect(await unsaid()).toBe(0);
});

test("what is decided while others are told is told nobody more", async () => {
  const { approvalId } = await ask();
  const first = await refuseTo(ben);
  refused = null;
  const dueAt = laterThan(first, 21 * SECOND_MS);
  await db().approvalMail.create({ data: { approvalId, userId: cleo.actor.id, dueAt } });
  held = await emailOf(ben);
  const round = mailRequests(laterThan(first, MINUTE_MS));
  await vi.waitFor(() => expect(letGo).not.toBeNull(), 10_000);
  await refuseRequest(cleo, { approvalId });
  letGo?.();
  expect(await round).toBe(1);
  expect(mailed()).toEqual(await emailsOf(ben, cleo));
});

test("who is a member no longer is told nothing", async () => {
  await ask();
  const first = await refuseTo(ben);
  refused = null;
  const membership = await db().membership.findFirstOrThrow({ where: { userId: ben.actor.id } });
  await removeMember(ana, { membershipId: membership.id });
  expect(await mailRequests(laterThan(first, MINUTE_MS))).toBe(0);
  expect(mailed()).toEqual(await emailsOf(cleo));
  expect(await unsaid()).toBe(0);
});

test("an e-mail that may have arrived is not sent again", async () => {
  await mailServer.close();
  let taken = 0;
  mailServer = await startMailServer({
    onData: (stream) => {
      stream.resume();
      stream.on("end", () => {
        taken += 1;
        mailServer.hangUp();
      });
    },
  });
  vi.stubEnv("SMTP_URL", mailServer.url);
  await ask();
  const now = new Date();
  expect(await mailRequests(now)).toBe(2);
  expect(await mailRequests(laterThan(now.getTime(), 10 * MINUTE_MS))).toBe(0);
  expect(taken).toBe(2);
});

test("what a worker was sending when it died, or one of the version before has sent, is not sent again", async () => {
  const { approvalId } = await ask();
  const first = await refuseTo(ben);
  refused = null;
  await db().approvalMail.updateMany({ where: { approvalId }, data: { dueAt: null } });
  expect(await mailRequests(laterThan(first, MINUTE_MS))).toBe(0);
  await db().approvalMail.deleteMany();
  expect(await mailRequests(laterThan(first, MINUTE_MS))).toBe(0);
  expect(mailed()).toEqual(await emailsOf(cleo));
});
