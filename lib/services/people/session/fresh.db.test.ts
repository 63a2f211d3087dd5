import { afterAll, beforeEach, describe, expect, test } from "vitest";
import { loadServiceContext } from "@/lib/auth/load-context";
import { db, disconnectDb } from "@/lib/db/client";
import { requireFreshSignIn } from "@/lib/services/ground/require-fresh-sign-in";
import { createApiKey } from "@/lib/services/people/api-key/create";
import { createInvitation } from "@/lib/services/people/invitation/create";
import { changeRole } from "@/lib/services/people/membership/change-role";
import { removeMember } from "@/lib/services/people/membership/remove";
import { proveByPassword } from "@/lib/services/people/sign-in/prove-by-password";
import { revealSecret } from "@/lib/services/sites/secret/reveal";
import { createSecret } from "@/test/at-once";
import { newAddress, newPerson, outboxOfEachTest, PASSWORD } from "@/test/people";
import { securityLogOfEachTest } from "@/test/security-log";
import { startSession } from "./start-session";

const log = securityLogOfEachTest();
outboxOfEachTest();

afterAll(disconnectDb);

const STALE = { code: "reauthenticate" };

async function signIn() {
  const { userId, customerId } = await newPerson();
  const address = newAddress();
  const user = { id: userId, name: "Ana" };
  const sessionId = await startSession({ user, userAgent: "", address });
  return { me: { userId, sessionId, address }, claims: { userId, customerId, sessionId } };
}

type SignIn = Awaited<ReturnType<typeof signIn>>;

let ana: SignIn;
beforeEach(async () => {
  ana = await signIn();
});

const contextOf = ({ claims }: SignIn) => loadServiceContext(claims);

async function age({ me }: SignIn, minutes: number): Promise<void> {
  const provenAt = new Date(Date.now() - minutes * 60_000);
  await db().session.update({ where: { id: me.sessionId }, data: { provenAt } });
}

describe("a session", () => {
  test("is fresh for ten minutes after the sign-in, however much it is used", async () => {
    await requireFreshSignIn(await contextOf(ana));
    await age(ana, 9);
    await requireFreshSignIn(await contextOf(ana));
    await age(ana, 11);
    await expect(requireFreshSignIn(await contextOf(ana))).rejects.toMatchObject(STALE);
    await expect(requireFreshSignIn(await contextOf(ana))).rejects.toMatchObject(STALE);
  });

  test("is fresh again after the password, also where the context was loaded before", async () => {
    await age(ana, 11);
    const before = await contextOf(ana);
    await proveByPassword(ana.me, { password: PASSWORD });
    await requireFreshSignIn(before);
    await requireFreshSignIn(await contextOf(ana));
    expect(log().map(({ event }) => event)).toContain("sign-in.proved");
  });

  test("is made fresh by no other: neither another session of theirs, nor somebody else's", async () => {
    const other = { userId: ana.me.userId, address: newAddress() };
    const sessionId = await startSession({
      user: { id: other.userId, name: "Ana" },
      userAgent: "",
      address: other.address,
    });
    const bo = await signIn();
    await age(ana, 11);
    await proveByPassword({ ...other, sessionId }, { password: PASSWORD });
    const mixed = { ...bo.me, sessionId: ana.me.sessionId };
    await expect(proveByPassword(mixed, { password: PASSWORD })).rejects.toMatchObject({
      code: "unauthenticated",
    });
    await expect(requireFreshSignIn(await contextOf(ana))).rejects.toMatchObject(STALE);
  });

  test("of the time before it was noted, and a person without any, are not fresh", async () => {
    await db().session.update({ where: { id: ana.me.sessionId }, data: { provenAt: null } });
    const context = await contextOf(ana);
    await expect(requireFreshSignIn(context)).rejects.toMatchObject(STALE);
    const { signIn: _, ...without } = context;
    await expect(requireFreshSignIn(without)).rejects.toMatchObject(STALE);
  });
});

test("nobody gets secrets, keys or roles with a session that is not fresh, and nothing is changed", async () => {
  const secret = await createSecret(await contextOf(ana));
  await age(ana, 11);
  const stale = await contextOf(ana);
  const ownerId = (await db().membership.findFirstOrThrow({ where: { userId: ana.me.userId } })).id;
  const acts = [
    () => createSecret(stale),
    () => revealSecret(stale, { secretId: secret.id }),
    () => createApiKey(stale, { name: "Shop", scopes: ["pull"], validDays: null }),
    () => createInvitation(stale, { email: "bo@example.com", role: "owner" }),
    () => changeRole(stale, { membershipId: ownerId, role: "viewer" }),
    () => removeMember(stale, { membershipId: ownerId }),
  ];
  for (const act of acts) await expect(act()).rejects.toMatchObject(STALE);
  const where = { customerId: stale.customer.id };
  expect(await db().secret.count({ where })).toBe(1);
  expect(await db().apiKey.count({ where })).toBe(0);
  expect(await db().invitation.count({ where })).toBe(0);
  await proveByPassword(ana.me, { password: PASSWORD });
  await revealSecret(stale, { secretId: secret.id });
});

test("confirming cannot be used to guess the password", async () => {
  await age(ana, 11);
  for (let tries = 0; tries < 5; tries++) {
    await expect(proveByPassword(ana.me, { password: "wrong" })).rejects.toMatchObject({
      code: "invalid",
      fields: { password: expect.any(String) },
    });
  }
  await expect(proveByPassword(ana.me, { password: PASSWORD })).rejects.toMatchObject({
    code: "limit_exceeded",
  });
  await expect(requireFreshSignIn(await contextOf(ana))).rejects.toMatchObject(STALE);
  expect(log().filter(({ event }) => event === "sign-in.proof-refused")).toHaveLength(5);
});
