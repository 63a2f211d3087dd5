import { afterAll, afterEach, describe, expect, test, vi } from "vitest";
import {
  loadPolledUser,
  loadReadingUser,
  loadServiceContext,
  loadSessionUser,
} from "@/lib/auth/load-context";
import { db, disconnectDb } from "@/lib/db/client";
import { changePassword } from "@/lib/services/people/user/change-password";
import { createPasswordReset } from "@/lib/services/people/user/request-password-reset";
import { resetPassword } from "@/lib/services/people/user/reset-password";
import { verifyCredentials } from "@/lib/services/people/user/verify-credentials";
import { countQueries } from "@/test/count-queries";
import { newAddress, newPerson, OTHER_PASSWORD, PASSWORD, type Person } from "@/test/people";
import { securityLogOfEachTest } from "@/test/security-log";
import { endOtherSessions, endSession } from "./end";
import { listSessions } from "./list";
import { startSession } from "./start-session";

const log = securityLogOfEachTest();

afterAll(disconnectDb);
afterEach(() => vi.restoreAllMocks());

const FIREFOX = "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0";
const HOUR_MS = 60 * 60_000;
const ENDED = { code: "unauthenticated" };

/** One more browser of somebody: who asks with it, and what its cookie says. */
async function signIn({ userId, customerId }: Person) {
  const address = newAddress();
  const user = { id: userId, name: "Ana" };
  const sessionId = await startSession({ user, userAgent: FIREFOX, address });
  return { me: { userId, sessionId, address }, claims: { userId, customerId, sessionId } };
}

async function age(sessionId: string, hours: { made?: number; seen?: number }): Promise<void> {
  const ago = (count: number) => new Date(Date.now() - count * HOUR_MS);
  await db().session.update({
    where: { id: sessionId },
    data: {
      ...(hours.made === undefined ? {} : { createdAt: ago(hours.made) }),
      ...(hours.seen === undefined ? {} : { lastSeenAt: ago(hours.seen) }),
    },
  });
}

describe("a session", () => {
  test("is a new one at each sign-in: whoever put one into the browser before knows another", async () => {
    const ana = await newPerson();
    const [planted, own] = [await signIn(await newPerson()), await signIn(ana)];
    expect((await signIn(ana)).me.sessionId).not.toBe(own.me.sessionId);
    // The id of somebody's session and the name of somebody else are worth nothing together.
    const mixed = { ...own.claims, sessionId: planted.me.sessionId };
    await expect(loadSessionUser(mixed)).rejects.toMatchObject(ENDED);
    // Nor is one that nobody began here.
    const made = { ...own.claims, sessionId: "ses_planted" };
    await expect(loadSessionUser(made)).rejects.toMatchObject(ENDED);
  });

  test("is worth nothing without its row, for another user, or in a customer that the user has left", async () => {
    const [ana, bo] = [await newPerson(), await newPerson()];
    const { claims } = await signIn(ana);
    expect((await loadServiceContext(claims)).customer.id).toBe(ana.customerId);
    await expect(loadServiceContext(null)).rejects.toMatchObject(ENDED);
    await expect(loadServiceContext({ ...claims, sessionId: "ses_made_up" })).rejects.toMatchObject(
      ENDED,
    );
    await expect(loadServiceContext({ ...claims, userId: bo.userId })).rejects.toMatchObject(ENDED);
    const foreign = { ...claims, customerId: bo.customerId };
    await expect(loadServiceContext(foreign)).rejects.toMatchObject({ code: "forbidden" });
    await db().membership.deleteMany({ where: { userId: ana.userId } });
    await expect(loadServiceContext(claims)).rejects.toMatchObject({ code: "forbidden" });
    await db().user.delete({ where: { id: ana.userId } });
    await expect(loadServiceContext(claims)).rejects.toMatchObject(ENDED);
  });

  test("ends a day after its last use, and a week after the sign-in however it is used", async () => {
    const ana = await newPerson();
    const { claims } = await signIn(ana);
    await age(claims.sessionId, { made: 160, seen: 23 });
    await loadSessionUser(claims);
    await age(claims.sessionId, { seen: 25 });
    await expect(loadSessionUser(claims)).rejects.toMatchObject(ENDED);
    const used = await signIn(ana);
    await age(used.claims.sessionId, { made: 7 * 24 + 1, seen: 0 });
    await expect(loadSessionUser(used.claims)).rejects.toMatchObject(ENDED);
    const { me } = await signIn(ana);
    expect((await listSessions(me)).map(({ isThis }) => isThis)).toEqual([true]);
    expect(await db().session.count({ where: { userId: ana.userId } })).toBe(1);
  });

  test("is in use when somebody opens a page, and not while a page polls", async () => {
    const { claims } = await signIn(await newPerson());
    const lastSeen = async () =>
      (await db().session.findUniqueOrThrow({ where: { id: claims.sessionId } })).lastSeenAt;
    await age(claims.sessionId, { seen: 5 });
    const before = await lastSeen();
    await loadPolledUser(claims);
    expect(await lastSeen()).toEqual(before);
    await loadSessionUser(claims);
    expect((await lastSeen()).getTime()).toBeGreaterThan(before.getTime() + HOUR_MS);
  });

  test("that was ended here is worth nothing at once, one that was ended elsewhere after ten seconds", async () => {
    const [here, there] = [await signIn(await newPerson()), await signIn(await newPerson())];
    for (const { claims } of [here, there]) {
      await loadReadingUser(claims);
      await loadPolledUser(claims);
    }
    await endSession(here.me, { sessionId: here.me.sessionId });
    await expect(loadPolledUser(here.claims)).rejects.toMatchObject(ENDED);
    await expect(loadReadingUser(here.claims)).rejects.toMatchObject(ENDED);
    await loadPolledUser(there.claims);
    // What another process does.
    await db().session.delete({ where: { id: there.me.sessionId } });
    await expect(loadPolledUser(there.claims)).resolves.toMatchObject({ id: there.me.userId });
    await expect(loadSessionUser(there.claims)).rejects.toMatchObject(ENDED);
    const nowMs = performance.now();
    vi.spyOn(performance, "now").mockImplementation(() => nowMs + 10_000);
    await expect(loadPolledUser(there.claims)).rejects.toMatchObject(ENDED);
    await expect(loadReadingUser(there.claims)).rejects.toMatchObject(ENDED);
  });

  test("of each of a hundred open pages is looked up together with the others", async () => {
    const signedIn = await Promise.all(
      Array.from({ length: 10 }, async () => signIn(await newPerson())),
    );
    const poll = () => Promise.all(signedIn.map(({ claims }) => loadPolledUser(claims)));
    await poll();
    expect(await countQueries(poll)).toBe(0);
    const nowMs = performance.now();
    vi.spyOn(performance, "now").mockImplementation(() => nowMs + 10_000);
    const first = signedIn[0]?.claims ?? null;
    const alone = await countQueries(() => loadPolledUser(first));
    expect(alone).toBeGreaterThan(0);
    // The others were not asked for in this very moment, and cost nothing more all the same.
    const users = await poll();
    expect(await countQueries(poll)).toBe(0);
    expect(users.map(({ id }) => id)).toEqual(signedIn.map(({ me }) => me.userId));
  });

  test("is nobody else's, and nothing without a sign-in", async () => {
    const { claims } = await signIn(await newPerson());
    await loadPolledUser(claims);
    const other = await newPerson();
    const foreign = { ...claims, userId: other.userId };
    await expect(loadPolledUser(foreign)).rejects.toMatchObject(ENDED);
    await expect(loadReadingUser(foreign)).rejects.toMatchObject(ENDED);
    await db().session.delete({ where: { id: claims.sessionId } });
    // What was loaded for one customer is nothing for another.
    await expect(loadPolledUser({ ...claims, customerId: null })).rejects.toMatchObject(ENDED);
    await expect(loadPolledUser(null)).rejects.toMatchObject(ENDED);
  });
});

describe("the sessions of somebody", () => {
  test("are listed to them, this one first, with a name that they recognise", async () => {
    const ana = await newPerson();
    const first = await signIn(ana);
    const second = await signIn(ana);
    await signIn(await newPerson());
    const sessions = await listSessions(first.me);
    expect(sessions.map(({ sessionId }) => sessionId)).toEqual([
      first.me.sessionId,
      second.me.sessionId,
    ]);
    expect(sessions[0]).toMatchObject({
      isThis: true,
      browser: "Firefox on Linux",
      address: first.me.address,
      mark: first.me.sessionId.slice(-8),
    });
  });

  test("end one by one, and only by themselves", async () => {
    const [ana, bo] = [await newPerson(), await newPerson()];
    const [here, there, stranger] = [await signIn(ana), await signIn(ana), await signIn(bo)];
    const foreign = endSession(stranger.me, { sessionId: there.me.sessionId });
    await expect(foreign).rejects.toMatchObject({ code: "not_found" });
    await loadSessionUser(there.claims);
    await endSession(here.me, { sessionId: there.me.sessionId });
    await expect(loadSessionUser(there.claims)).rejects.toMatchObject(ENDED);
    await loadSessionUser(here.claims);
    expect(log()).toContainEqual(
      expect.objectContaining({ event: "session.ended", sessionId: there.me.sessionId }),
    );
  });

  test("end everywhere else at once, which the owners read", async () => {
    const [ana, bo] = [await newPerson(), await newPerson()];
    const here = await signIn(ana);
    const others = [await signIn(ana), await signIn(ana)];
    const stranger = await signIn(bo);
    expect(await endOtherSessions(here.me)).toEqual({ ended: 2 });
    for (const { claims } of others) {
      await expect(loadSessionUser(claims)).rejects.toMatchObject(ENDED);
    }
    await loadSessionUser(here.claims);
    await loadSessionUser(stranger.claims);
    const entries = await db().auditEntry.findMany({ where: { customerId: ana.customerId } });
    const sentences = entries.map((entry) => entry.summary);
    expect(sentences).toContain("Ana signed out other browsers");
    expect(sentences).toContain("Ana signed in with Firefox on Linux");
  });
});

describe("changing the password", () => {
  const change = { current: PASSWORD, password: OTHER_PASSWORD };

  test("takes the present one, ends every other session and every mailed link", async () => {
    const ana = await newPerson();
    const [here, there] = [await signIn(ana), await signIn(ana)];
    const token = await createPasswordReset(ana.userId);
    await loadReadingUser(here.claims);
    const { sessionId } = await changePassword(here.me, change);
    // It goes on under another id: a copy of the cookie of before is worth nothing, also to what only reads.
    expect(await loadSessionUser({ ...here.claims, sessionId })).toMatchObject({ sessionId });
    await expect(loadSessionUser(here.claims)).rejects.toMatchObject(ENDED);
    await expect(loadReadingUser(here.claims)).rejects.toMatchObject(ENDED);
    await expect(loadSessionUser(there.claims)).rejects.toMatchObject(ENDED);
    const reset = resetPassword({ token, password: "quartz meadow tunnel" }, newAddress());
    await expect(reset).rejects.toMatchObject({ code: "precondition_failed" });
    const attempt = { email: ana.email, address: newAddress(), knownBrowser: null };
    await expect(verifyCredentials({ ...attempt, password: PASSWORD })).rejects.toThrow();
    await verifyCredentials({ ...attempt, password: OTHER_PASSWORD });
    const events = log().map(({ event }) => event);
    expect(events).toContain("password.changed");
    const entries = await db().auditEntry.findMany({ where: { customerId: ana.customerId } });
    expect(entries.map((entry) => entry.summary)).toContain("Ana changed their password");
  });

  test.each([
    [{ ...change, current: "wrong" }, "current", "Incorrect password"],
    [{ ...change, password: PASSWORD }, "password", "different from your current one"],
    [{ ...change, password: "Password2026!" }, "password", "too common"],
  ])("with %j is refused at its field, and nothing changes", async (input, field, reason) => {
    const ana = await newPerson();
    const [here, there] = [await signIn(ana), await signIn(ana)];
    await expect(changePassword(here.me, input)).rejects.toMatchObject({
      code: "invalid",
      fields: { [field]: expect.stringContaining(reason) },
    });
    await loadSessionUser(there.claims);
  });

  test("cannot be used to guess the present one", async () => {
    const { me } = await signIn(await newPerson());
    for (let tries = 0; tries < 5; tries++) {
      await expect(changePassword(me, { ...change, current: "wrong" })).rejects.toMatchObject({
        code: "invalid",
      });
    }
    await expect(changePassword(me, change)).rejects.toMatchObject({ code: "limit_exceeded" });
    expect(log().filter(({ event }) => event === "password.change-refused")).toHaveLength(5);
  });
});
