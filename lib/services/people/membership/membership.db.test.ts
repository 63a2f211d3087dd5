import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeEach, describe, expect, test, vi } from "vitest";
import { loadServiceContext, loadSessionUser } from "@/lib/auth/load-context";
import { db, disconnectDb } from "@/lib/db/client";
import type { ServiceContext } from "@/lib/services/ground/context";
import { acceptInvitation, joinByInvitation } from "@/lib/services/people/invitation/accept";
import { createInvitation } from "@/lib/services/people/invitation/create";
import { findInvitation } from "@/lib/services/people/invitation/find";
import { listInvitations } from "@/lib/services/people/invitation/list";
import { revokeInvitation } from "@/lib/services/people/invitation/revoke";
import { startSession } from "@/lib/services/people/session/start-session";
import {
  addTestMember,
  auditSentences,
  createTestCustomer,
  withBrokenAudit,
} from "@/test/customer";
import { newAddress, newEmail, PASSWORD } from "@/test/people";
import { newSession } from "@/test/sessions";
import { changeRole } from "./change-role";
import { listMembers } from "./list";
import { removeMember } from "./remove";

let outbox: string;

beforeEach(async () => {
  outbox = await mkdtemp(path.join(tmpdir(), "stanchion-outbox-"));
  vi.stubEnv("OUTBOX_DIRECTORY", outbox);
  vi.stubEnv("SMTP_URL", "");
  vi.stubEnv("CONSOLE_URL", "http://console.localhost:3000");
  return async () => {
    vi.unstubAllEnvs();
    await rm(outbox, { recursive: true });
  };
});

afterAll(disconnectDb);

/** The tokens that were mailed, in no order. */
async function mailedTokens(): Promise<string[]> {
  const files = (await readdir(outbox)).filter((file) => file.endsWith(".txt"));
  const texts = await Promise.all(files.map((file) => readFile(path.join(outbox, file), "utf8")));
  return texts.map((text) => /token=([\w-]{43})/.exec(text)?.[1] ?? "");
}

async function invite(context: ServiceContext, email: string): Promise<string> {
  const before = await mailedTokens();
  await createInvitation(context, { email, role: "operator" });
  const after = await mailedTokens();
  return after.find((token) => !before.includes(token)) ?? "";
}

const membershipOf = (context: ServiceContext) =>
  db().membership.findFirstOrThrow({
    where: { customerId: context.customer.id, userId: context.actor.id },
  });

describe("invitations", () => {
  test("somebody new joins by the mailed link, with the role it names", async () => {
    const owner = await createTestCustomer();
    const email = newEmail();
    const token = await invite(owner, email);
    expect(await findInvitation({ token })).toEqual({
      email,
      role: "operator",
      customerName: "Test Tickets",
      hasUser: false,
    });
    const joined = await joinByInvitation({ token, name: "Bo", password: PASSWORD }, newAddress());
    expect(joined.customerId).toBe(owner.customer.id);
    expect((await listMembers(owner)).map(({ name, role }) => `${name} ${role}`)).toEqual([
      "Ana owner",
      "Bo operator",
    ]);
    expect(await listInvitations(owner)).toEqual([]);
    expect(await auditSentences(owner)).toEqual([
      `Ana invited ${email} as operator`,
      "Bo joined as operator",
    ]);
    await expect(
      joinByInvitation({ token, name: "Eve", password: PASSWORD }, newAddress()),
    ).rejects.toMatchObject({ code: "not_found" });
  });

  test("a user of one customer joins a second one and works in either", async () => {
    const owner = await createTestCustomer();
    const guest = await createTestCustomer();
    const user = await db().user.findUniqueOrThrow({ where: { id: guest.actor.id } });
    const token = await invite(owner, user.email);
    expect((await findInvitation({ token })).hasUser).toBe(true);
    await acceptInvitation(await newSession(user.id), { token });
    const address = newAddress();
    const sessionId = await startSession({ user, userAgent: "", address });
    const claims = { userId: user.id, sessionId };
    const first = await loadSessionUser({ ...claims, customerId: guest.customer.id });
    expect(first.memberships.map((membership) => membership.role)).toEqual(["owner", "operator"]);
    const second = await loadServiceContext({ ...claims, customerId: owner.customer.id });
    expect(second.customer.id).toBe(owner.customer.id);
    expect(second.permissions.has("member:write")).toBe(false);
  });

  test("an invitation is for its e-mail only, and stays usable for it", async () => {
    const owner = await createTestCustomer();
    const stranger = await createTestCustomer();
    const token = await invite(owner, newEmail());
    await expect(
      acceptInvitation(await newSession(stranger.actor.id), { token }),
    ).rejects.toMatchObject({
      code: "forbidden",
    });
    await joinByInvitation({ token, name: "Bo", password: PASSWORD }, newAddress());
  });

  test("a withdrawn, replaced or expired invitation is worth nothing", async () => {
    const owner = await createTestCustomer();
    const email = newEmail();
    const replaced = await invite(owner, email);
    const withdrawn = await invite(owner, email);
    const [open] = await listInvitations(owner);
    await revokeInvitation(owner, { invitationId: open?.invitationId ?? "" });
    const expired = await invite(owner, email);
    await db().invitation.updateMany({
      where: { customerId: owner.customer.id },
      data: { expiresAt: new Date(Date.now() - 1_000) },
    });
    expect(await listInvitations(owner)).toMatchObject([{ email, isExpired: true }]);
    for (const token of [replaced, withdrawn, expired, "a".repeat(43), "short"]) {
      await expect(findInvitation({ token })).rejects.toMatchObject({ code: "not_found" });
    }
    const join = { token: expired, name: "Bo", password: PASSWORD };
    await expect(joinByInvitation(join, newAddress())).rejects.toMatchObject({ code: "not_found" });
  });

  test("a member is not invited again", async () => {
    const owner = await createTestCustomer();
    const member = await addTestMember(owner, "viewer", "Vic");
    const { email } = await db().user.findUniqueOrThrow({ where: { id: member.actor.id } });
    await expect(createInvitation(owner, { email, role: "owner" })).rejects.toMatchObject({
      code: "conflict",
      fields: { email: expect.any(String) },
    });
  });

  test("only owners invite and withdraw, and only in their own customer", async () => {
    const owner = await createTestCustomer();
    const operator = await addTestMember(owner, "operator", "Otto");
    const input = { email: newEmail(), role: "owner" } as const;
    await expect(createInvitation(operator, input)).rejects.toMatchObject({ code: "forbidden" });
    const { invitationId } = await createInvitation(owner, input);
    await expect(revokeInvitation(operator, { invitationId })).rejects.toMatchObject({
      code: "forbidden",
    });
    const stranger = await createTestCustomer();
    await expect(revokeInvitation(stranger, { invitationId })).rejects.toMatchObject({
      code: "not_found",
    });
    expect(await listInvitations(stranger)).toEqual([]);
    expect(await listInvitations(owner)).toHaveLength(1);
  });

  test("a mail server that does not answer is said, and nobody is a member by it", async () => {
    const owner = await createTestCustomer();
    vi.stubEnv("SMTP_URL", "smtp://127.0.0.1:1");
    const input = { email: newEmail(), role: "viewer" } as const;
    await expect(createInvitation(owner, input)).rejects.toMatchObject({ code: "unavailable" });
    expect(await listMembers(owner)).toHaveLength(1);
  });
});

describe("members", () => {
  test("a role changes and a member leaves, audited", async () => {
    const owner = await createTestCustomer();
    const bo = await addTestMember(owner, "viewer", "Bo");
    const { id: membershipId } = await membershipOf(bo);
    await changeRole(owner, { membershipId, role: "operator" });
    expect((await membershipOf(bo)).role).toBe("operator");
    await removeMember(owner, { membershipId });
    expect(await listMembers(owner)).toHaveLength(1);
    expect(await auditSentences(owner)).toEqual([
      "Ana changed the role of Bo from viewer to operator",
      "Ana removed Bo",
    ]);
  });

  test("the last owner stays an owner", async () => {
    const owner = await createTestCustomer();
    const { id: membershipId } = await membershipOf(owner);
    const refused = { code: "precondition_failed" };
    await expect(removeMember(owner, { membershipId })).rejects.toMatchObject(refused);
    await expect(changeRole(owner, { membershipId, role: "viewer" })).rejects.toMatchObject(
      refused,
    );
    await changeRole(owner, { membershipId, role: "owner" });
    expect(await auditSentences(owner)).toEqual([]);
  });

  test("two owners who remove each other at once leave one", async () => {
    for (let round = 0; round < 5; round++) {
      const ana = await createTestCustomer();
      const bo = await addTestMember(ana, "owner", "Bo");
      const [anas, bos] = [await membershipOf(ana), await membershipOf(bo)];
      const outcomes = await Promise.allSettled([
        removeMember(ana, { membershipId: bos.id }),
        removeMember(bo, { membershipId: anas.id }),
      ]);
      expect(outcomes.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
      expect(await listMembers(ana)).toHaveLength(1);
    }
  });

  test("only owners change members, and only those of their own customer", async () => {
    const owner = await createTestCustomer();
    const operator = await addTestMember(owner, "operator", "Otto");
    const stranger = await createTestCustomer();
    const { id: membershipId } = await membershipOf(operator);
    const verbs = [
      (context: ServiceContext) => changeRole(context, { membershipId, role: "owner" }),
      (context: ServiceContext) => removeMember(context, { membershipId }),
    ];
    for (const verb of verbs) {
      await expect(verb(operator)).rejects.toMatchObject({ code: "forbidden" });
      await expect(verb(stranger)).rejects.toMatchObject({ code: "not_found" });
    }
    expect((await membershipOf(operator)).role).toBe("operator");
  });

  test("a failed audit row undoes the change", async () => {
    const owner = await createTestCustomer();
    const broken = withBrokenAudit(owner);
    const bo = await addTestMember(owner, "viewer", "Bo");
    const { id: membershipId } = await membershipOf(bo);
    await expect(changeRole(broken, { membershipId, role: "owner" })).rejects.toThrow();
    await expect(removeMember(broken, { membershipId })).rejects.toThrow();
    await expect(createInvitation(broken, { email: newEmail(), role: "viewer" })).rejects.toThrow();
    expect((await membershipOf(bo)).role).toBe("viewer");
    expect(await listInvitations(owner)).toEqual([]);
    expect(await mailedTokens()).toEqual([]);
  });
});
