import { afterAll, beforeEach, describe, expect, test, vi } from "vitest";
import { db, disconnectDb } from "@/lib/db/client";
import type { Role } from "@/lib/domain/permissions/roles";
import { newId } from "@/lib/platform/ids";
import type { ServiceContext } from "@/lib/services/ground/context";
import {
  addTestMember,
  auditSentences,
  createTestCustomer,
  withBrokenAudit,
} from "@/test/customer";
import { newAddress, newEmail, outboxOfEachTest, PASSWORD, tokenIn } from "@/test/people";
import { newSession } from "@/test/sessions";
import { acceptInvitation, joinByInvitation } from "./accept";
import { createInvitation } from "./create";
import { findInvitation } from "./find";
import { type InvitationView, listInvitations } from "./list";
import { resendInvitation } from "./resend";
import { revokeInvitation } from "./revoke";

const outbox = outboxOfEachTest();
afterAll(disconnectDb);

const DAY_MS = 24 * 60 * 60_000;
const GONE = { code: "not_found" };

let owner: ServiceContext;
let email: string;
let invitationId: string;
beforeEach(async () => {
  owner = await createTestCustomer();
  email = newEmail();
  invitationId = await invite("operator");
});

async function invite(role: Role): Promise<string> {
  return (await createInvitation(owner, { email, role })).invitationId;
}

/** The tokens that were mailed to the invited, the oldest first. */
async function mailedTokens(): Promise<readonly string[]> {
  return (await outbox.mailsTo(email)).map(tokenIn);
}

async function mailedToken(place: number): Promise<string> {
  const token = (await mailedTokens()).at(place);
  if (token === undefined) throw new Error("No such e-mail was sent.");
  return token;
}

/** The invitation waits as it did: nothing was mailed, and its only link still works. */
async function expectUntouched(): Promise<void> {
  expect(await mailedTokens()).toHaveLength(1);
  expect(await findInvitation({ token: await mailedToken(0) })).toMatchObject({ email });
  expect(await listInvitations(owner)).toMatchObject([{ invitationId }]);
}

const daysLeft = ({ expiresAt }: InvitationView) => (Date.parse(expiresAt) - Date.now()) / DAY_MS;

async function expireIn(ms: number): Promise<void> {
  const expiresAt = new Date(Date.now() + ms);
  await db().invitation.update({ where: { id: invitationId }, data: { expiresAt } });
}

describe("an invitation that is sent again", () => {
  test("goes to the same person in the same role, by a link that is new", async () => {
    const sent = await resendInvitation(owner, { invitationId });
    expect(sent).toMatchObject({ email, role: "operator", isExpired: false });
    expect(await listInvitations(owner)).toEqual([sent]);
    expect(await mailedTokens()).toHaveLength(2);
    expect(await mailedToken(1)).not.toBe(await mailedToken(0));
    const join = { token: await mailedToken(1), name: "Bo", password: PASSWORD };
    const { userId, customerId } = await joinByInvitation(join, newAddress());
    const membership = { userId_customerId: { userId, customerId } };
    expect(await db().membership.findUnique({ where: membership })).toMatchObject({
      ...{ customerId: owner.customer.id, role: "operator" },
    });
  });

  test("makes the link of before worthless, for whoever opens it and for whoever joins by it", async () => {
    await resendInvitation(owner, { invitationId });
    const token = await mailedToken(0);
    await expect(findInvitation({ token })).rejects.toMatchObject(GONE);
    const join = { token, name: "Eve", password: PASSWORD };
    await expect(joinByInvitation(join, newAddress())).rejects.toMatchObject(GONE);
    await expect(
      acceptInvitation(await newSession(owner.actor.id), { token }),
    ).rejects.toMatchObject(GONE);
  });

  test.each([
    ["will soon expire", DAY_MS],
    ["has expired", -DAY_MS],
  ])("is valid for seven days from now, also when it %s", async (_when, ms) => {
    await expireIn(ms);
    const sent = await resendInvitation(owner, { invitationId });
    expect(daysLeft(sent)).toBeGreaterThan(6.99);
    expect(daysLeft(sent)).toBeLessThanOrEqual(7);
    expect(await listInvitations(owner)).toEqual([sent]);
    expect(await findInvitation({ token: await mailedToken(1) })).toMatchObject({ email });
  });

  test("stands in the audit log by who sent it, to whom and in which role", async () => {
    const admin = await addTestMember(owner, "admin", "Ada");
    const sent = await resendInvitation(admin, { invitationId });
    expect((await auditSentences(owner)).at(-1)).toBe(`Ada invited ${email} as operator`);
    const where = { customerId: owner.customer.id, actorId: admin.actor.id };
    expect(await db().auditEntry.findMany({ where })).toMatchObject([
      {
        verb: "invitation.create",
        subject: sent.invitationId,
        details: { email, role: "operator" },
      },
    ]);
  });

  test("leaves one link that works, however many send it at once", async () => {
    const wish = { invitationId };
    await Promise.allSettled(Array.from({ length: 6 }, () => resendInvitation(owner, wish)));
    const opened = await Promise.allSettled(
      (await mailedTokens()).map((token) => findInvitation({ token })),
    );
    expect(opened.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    expect(await listInvitations(owner)).toHaveLength(1);
  });
});

describe("sending an invitation again is refused", () => {
  test.each(["operator", "developer", "viewer"] as const)("to a member who is %s", async (role) => {
    const member = await addTestMember(owner, role, "Otto");
    const refused = { code: "forbidden" };
    await expect(resendInvitation(member, { invitationId })).rejects.toMatchObject(refused);
    // Nor do they learn which invitations there are.
    const none = { invitationId: newId("invitation") };
    await expect(resendInvitation(member, none)).rejects.toMatchObject(refused);
    await expectUntouched();
  });

  test("to an admin for the role of an owner", async () => {
    await db().invitation.update({ where: { id: invitationId }, data: { role: "owner" } });
    const admin = await addTestMember(owner, "admin", "Ada");
    const refused = { code: "forbidden" };
    await expect(resendInvitation(admin, { invitationId })).rejects.toMatchObject(refused);
    await expectUntouched();
  });

  test("to somebody who has not proved for long who they are", async () => {
    const signIn = { sessionId: newId("session"), provenAt: new Date(Date.now() - DAY_MS) };
    const unattended = { ...owner, signIn };
    const refused = { code: "reauthenticate" };
    await expect(resendInvitation(unattended, { invitationId })).rejects.toMatchObject(refused);
    await expectUntouched();
  });

  test("to the owner of another customer, as if there were no such invitation", async () => {
    const stranger = await createTestCustomer();
    await expect(resendInvitation(stranger, { invitationId })).rejects.toMatchObject(GONE);
    await expectUntouched();
    expect(await listInvitations(stranger)).toEqual([]);
    expect(await auditSentences(stranger)).toEqual([]);
  });

  test("once it was accepted, and once it was withdrawn", async () => {
    const join = { token: await mailedToken(0), name: "Bo", password: PASSWORD };
    await joinByInvitation(join, newAddress());
    await expect(resendInvitation(owner, { invitationId })).rejects.toMatchObject(GONE);
    email = newEmail();
    const withdrawn = { invitationId: await invite("viewer") };
    await revokeInvitation(owner, withdrawn);
    await expect(resendInvitation(owner, withdrawn)).rejects.toMatchObject(GONE);
    expect(await mailedTokens()).toHaveLength(1);
  });

  test("while its row of the audit log cannot be written", async () => {
    await expect(resendInvitation(withBrokenAudit(owner), { invitationId })).rejects.toThrow();
    await expectUntouched();
  });

  test("in words while the mail server does not answer", async () => {
    vi.stubEnv("SMTP_URL", "smtp://127.0.0.1:1");
    const refused = { code: "unavailable" };
    await expect(resendInvitation(owner, { invitationId })).rejects.toMatchObject(refused);
  });
});
