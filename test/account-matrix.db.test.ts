import { afterAll, beforeEach, describe, expect, test, vi } from "vitest";
import { db, disconnectDb } from "@/lib/db/client";
import { ServiceError } from "@/lib/services/ground/errors";
import { listSessions } from "@/lib/services/people/session/list";
import { outboxOfEachTest } from "@/test/people";
import { securityLogOfEachTest } from "@/test/security-log";
import { newSession } from "@/test/sessions";
import {
  ACCOUNT_INPUTS,
  type AccountWorld,
  accountWorld,
  ORIGIN,
  SESSION_KINDS,
  type SessionKind,
} from "@/test/verbs/account-world";
import { callAccountVerb, listAccountVerbs } from "@/test/verbs/list-account-verbs";

securityLogOfEachTest();
outboxOfEachTest();
afterAll(disconnectDb);
beforeEach(() => {
  vi.stubEnv("CONSOLE_URL", ORIGIN);
});

/** What verbs ask before they do something, and no verbs themselves: no page and no action calls them. */
const PARTS = [
  "noteProof",
  "readReach",
  "requireMailedCode",
  "requireOwnFreshSession",
  "requireOwnSession",
];

const VERBS = listAccountVerbs().filter(({ name }) => !PARTS.includes(name));

/**
 * What comes of each verb in a session that began just now, in the order of `SESSION_KINDS`: with a password, with a
 * second factor, with a passkey, with a mailed code, and with the single sign-on of either customer. "-" is a success.
 */
const no = "forbidden";
const EXPECTED: Readonly<Record<string, readonly string[]>> = {
  acceptInvitation: ["-", "-", "-", "-", no, no],
  addPasskey: ["-", "-", "-", "-", no, no],
  beginPasskey: ["-", "-", "-", "-", no, no],
  beginPasskeyProof: ["-", "-", "-", "-", no, no],
  beginTotp: ["-", "precondition_failed", "precondition_failed", "-", no, no],
  changePassword: ["-", "-", "-", "-", no, no],
  confirmEmailChange: ["-", "-", "-", "-", no, no],
  confirmFirstFactorCode: ["invalid", "invalid", "invalid", "invalid", no, no],
  confirmTotp: ["-", "precondition_failed", "precondition_failed", "-", no, no],
  endOtherSessions: ["-", "-", "-", "-", "-", "-"],
  endSession: ["-", "-", "-", "-", "not_found", "not_found"],
  listPasskeys: ["-", "-", "-", "-", no, no],
  listSessions: ["-", "-", "-", "-", "-", "-"],
  needsMailedCode: ["-", "-", "-", "-", "-", "-"],
  proofWays: ["-", "-", "-", "-", "-", "-"],
  // Only what the user has set up proves anything, and a password nothing once there is a second factor.
  proveByCode: ["invalid", "-", "-", "invalid", no, no],
  proveByPasskey: ["invalid", "-", "-", "invalid", no, no],
  proveByPassword: ["-", "precondition_failed", "precondition_failed", "-", no, no],
  readOwnFactors: ["-", "-", "-", "-", no, no],
  removePasskey: ["not_found", "-", "-", "not_found", no, no],
  removeTotp: ["not_found", "-", "-", "not_found", no, no],
  renamePasskey: ["not_found", "-", "-", "not_found", no, no],
  renewRecoveryCodes: ["precondition_failed", "-", "-", "precondition_failed", no, no],
  requestEmailChange: ["-", "-", "-", "-", no, no],
  sendFirstFactorCode: ["-", "-", "-", "-", no, no],
};

async function outcomeOf(act: () => Promise<unknown>): Promise<{ code: string; answer: unknown }> {
  try {
    return { code: "-", answer: await act() };
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
    return { code: error.code, answer: { message: error.message, fields: error.fields } };
  }
}

/** All of the user that no single sign-on but that of one customer may touch. */
async function beyond({ ana, customers }: AccountWorld, ssoCustomerId: string) {
  const of = { where: { userId: ana.userId } };
  const elsewhere = customers.filter((id) => id !== ssoCustomerId);
  const { userId } = ana;
  return {
    user: await db().user.findUnique({ where: { id: userId } }),
    sessions: await db().session.findMany({
      where: { userId, OR: [{ ssoCustomerId: null }, { ssoCustomerId: { not: ssoCustomerId } }] },
      orderBy: { id: "asc" },
    }),
    app: await db().totpFactor.findMany(of),
    passkeys: await db().passkey.findMany({ ...of, orderBy: { id: "asc" } }),
    recoveryCodes: await db().recoveryCode.findMany({ ...of, orderBy: { id: "asc" } }),
    challenges: await db().signInChallenge.findMany({ ...of, orderBy: { tokenHash: "asc" } }),
    emailChanges: await db().emailChange.findMany({ ...of, orderBy: { id: "asc" } }),
    memberships: await db().membership.findMany({ ...of, orderBy: { id: "asc" } }),
    invitations: await db().invitation.findMany({ where: { email: ana.email } }),
    tries: await db().throttle.findMany({ orderBy: { key: "asc" } }),
    log: await db().auditEntry.count({ where: { customerId: { in: elsewhere } } }),
  };
}

test("every verb about the user has a row in the matrix, and no row is of a verb that is gone", () => {
  const names = VERBS.map(({ name }) => name).sort();
  expect(Object.keys(EXPECTED).sort()).toEqual(names);
  expect(Object.keys(ACCOUNT_INPUTS).sort()).toEqual(names);
  const all = listAccountVerbs().map(({ name }) => name);
  expect(PARTS.filter((name) => !all.includes(name))).toEqual([]);
});

describe.each(SESSION_KINDS)("in a session that began with %s", (kind: SessionKind) => {
  test.each(VERBS)("$name does what it may, and reaches nothing beyond", async (verb) => {
    const world = await accountWorld(kind);
    const input = await ACCOUNT_INPUTS[verb.name]?.(world);
    const { me, ssoCustomerId } = world;
    const act = () => outcomeOf(() => callAccountVerb(verb, me, input));
    const expected = EXPECTED[verb.name]?.[SESSION_KINDS.indexOf(kind)];
    if (ssoCustomerId === null) {
      expect((await act()).code).toBe(expected);
      return;
    }
    const before = await beyond(world, ssoCustomerId);
    const { code, answer } = await act();
    expect(code).toBe(expected);
    expect(await beyond(world, ssoCustomerId)).toEqual(before);
    const said = JSON.stringify(answer) ?? "";
    const secrets = [
      ...before.sessions.flatMap(({ id, address }) => [id, address]),
      ...before.passkeys.map(({ id }) => id),
      ...world.customers.filter((id) => id !== ssoCustomerId),
    ];
    expect(secrets.filter((text) => said.includes(text))).toEqual([]);
  });
});

describe("a session of a customer's single sign-on", () => {
  test.each([0, 1])("sees and ends those of the same, customer %d", async (index) => {
    const kinds = SESSION_KINDS.slice(-2);
    const world = await accountWorld(kinds[index] ?? "password");
    const { me, ana, ssoCustomerId } = world;
    const same = await db().session.findMany({
      where: { userId: ana.userId, ssoCustomerId, id: { not: me.sessionId } },
    });
    const shown = (await listSessions(me)).map(({ sessionId }) => sessionId);
    expect(shown).toEqual([me.sessionId, ...same.map(({ id }) => id)]);
    const end = VERBS.find(({ name }) => name === "endSession");
    if (end === undefined) throw new Error("There is no such verb.");
    await callAccountVerb(end, me, { sessionId: same[0]?.id });
    expect(await listSessions(me)).toHaveLength(1);
    expect(await listSessions(world.own)).toHaveLength(world.hasFactor ? 4 : 3);
  });

  test("stands in the log of that customer, one of the user's own in those of the customers that it opens", async () => {
    const world = await accountWorld("single sign-on of this customer");
    const [here, there] = world.customers;
    const signInsOf = async (customerId: string) => {
      const where = { customerId, verb: "user.sign-in", actorId: world.ana.userId };
      const rows = await db().auditEntry.findMany({ where, orderBy: { number: "asc" } });
      return rows.map(({ details }) => Object(details).method);
    };
    const own = ["password", "code"];
    expect(await signInsOf(here)).toEqual([...own, "single-sign-on", "single-sign-on"]);
    expect(await signInsOf(there)).toEqual([...own, "single-sign-on"]);
    await db().customer.update({ where: { id: there }, data: { signInRule: "single-sign-on" } });
    await newSession(world.ana.userId, { method: "passkey" });
    expect((await signInsOf(here)).at(-1)).toBe("passkey");
    expect(await signInsOf(there)).toHaveLength(3);
  });
});
