import { afterAll, beforeEach, describe, expect, test, vi } from "vitest";
import { loadSessionUser } from "@/lib/auth/load-context";
import { db, disconnectDb } from "@/lib/db/client";
import { findStep, stepAt, totpAt } from "@/lib/secrets/totp";
import { issueChallenge } from "@/lib/services/people/factor/challenge";
import { startSession } from "@/lib/services/people/session/start-session";
import { proveByCode } from "@/lib/services/people/sign-in/prove-by-code";
import { renewRecoveryCodes } from "@/lib/services/people/sign-in/renew-recovery-codes";
import { beginSecondStep, finishByCode } from "@/lib/services/people/sign-in/second-step";
import { createPasswordReset } from "@/lib/services/people/user/request-password-reset";
import { resetPassword } from "@/lib/services/people/user/reset-password";
import {
  newAddress,
  newPerson,
  OTHER_PASSWORD,
  outboxOfEachTest,
  type Person,
} from "@/test/people";
import { securityLogOfEachTest } from "@/test/security-log";
import { beginTotp, confirmTotp, removeTotp } from "./set-up";

const log = securityLogOfEachTest();
const outbox = outboxOfEachTest();

afterAll(disconnectDb);

const STEP_MS = 30_000;
const ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";

/** What an app does with the text of a secret. */
function readBase32(text: string): Buffer {
  const bits = [...text].map((one) => ALPHABET.indexOf(one).toString(2).padStart(5, "0")).join("");
  return Buffer.from(bits.match(/.{8}/g)?.map((byte) => Number.parseInt(byte, 2)) ?? []);
}

async function signIn({ userId, customerId }: Person) {
  const address = newAddress();
  const sessionId = await startSession({
    user: { id: userId, name: "Ana" },
    userAgent: "",
    address,
  });
  return { me: { userId, sessionId, address }, claims: { userId, customerId, sessionId } };
}

/** Ana with codes of an app; `code(n)` is that of n steps from now. */
async function withApp() {
  const ana = await newPerson();
  const { me, claims } = await signIn(ana);
  const { secret } = await beginTotp(me);
  const code = (shift = 0) => totpAt(readBase32(secret), stepAt(Date.now()) + shift);
  const { recoveryCodes } = await confirmTotp(me, { code: code(-1) });
  return { ana, me, claims, code, recoveryCodes: recoveryCodes ?? [], secret };
}

beforeEach(() => {
  // Half a step from each border, so that no code grows old while a test uses it.
  const now = Math.floor(Date.now() / STEP_MS) * STEP_MS + STEP_MS / 2;
  vi.useFakeTimers({ now, toFake: ["Date"] });
  return () => vi.useRealTimers();
});

const REFUSED = { code: "invalid", fields: { code: expect.any(String) } };
const step = async (userId: string, code: string) =>
  finishByCode({ token: await beginSecondStep(userId), code }, newAddress());

describe("a code of an app", () => {
  test("is that of RFC 6238, and counts one step before and after", () => {
    const secret = Buffer.from("12345678901234567890");
    const known: readonly (readonly [number, string])[] = [
      [1_111_111_109, "081804"],
      [1_234_567_890, "005924"],
      [20_000_000_000, "353130"],
    ];
    for (const [seconds, code] of known) {
      const at = stepAt(seconds * 1_000);
      expect(totpAt(secret, at)).toBe(code);
      for (const shift of [-1, 0, 1]) {
        expect(findStep(secret, code, (seconds + shift * 30) * 1_000)).toBe(at);
      }
      for (const shift of [-2, 2]) {
        expect(findStep(secret, code, (seconds + shift * 30) * 1_000)).toBeNull();
      }
    }
    for (const wrong of ["", "08180", "0818040", "０８１８０４"]) {
      expect(findStep(secret, wrong, 1_111_111_109_000)).toBeNull();
    }
  });

  test("finishes a sign-in once: neither it nor an older one works again, also not at the same moment", async () => {
    const { ana, code } = await withApp();
    const tries = await Promise.allSettled([step(ana.userId, code()), step(ana.userId, code())]);
    expect(tries.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    await expect(step(ana.userId, code())).rejects.toMatchObject(REFUSED);
    await expect(step(ana.userId, code(-1))).rejects.toMatchObject(REFUSED);
    expect(await step(ana.userId, code(1))).toMatchObject({ method: "code" });
  });

  test("of somebody else, or for a step that is over, is worth nothing", async () => {
    const [ana, bo] = [await withApp(), await withApp()];
    await expect(step(ana.ana.userId, bo.code())).rejects.toMatchObject(REFUSED);
    const token = await beginSecondStep(ana.ana.userId);
    await finishByCode({ token, code: ana.code() }, newAddress());
    const again = finishByCode({ token, code: ana.code(1) }, newAddress());
    await expect(again).rejects.toMatchObject({ code: "precondition_failed" });
    const late = await beginSecondStep(bo.ana.userId);
    vi.setSystemTime(Date.now() + 11 * 60_000);
    const expired = finishByCode({ token: late, code: bo.code() }, newAddress());
    await expect(expired).rejects.toMatchObject({ code: "precondition_failed" });
    const other = await issueChallenge({
      purpose: "passkey-proof",
      userId: bo.ana.userId,
      data: {},
    });
    const confused = finishByCode({ token: other, code: bo.code() }, newAddress());
    await expect(confused).rejects.toMatchObject({ code: "precondition_failed" });
  });

  test("cannot be guessed: five wrong ones, from wherever and in however many sign-ins, and one has to wait", async () => {
    const { ana, me, code } = await withApp();
    const wrong = String((Number(code()) + 1) % 1_000_000).padStart(6, "0");
    for (let tries = 0; tries < 4; tries++) {
      await expect(step(ana.userId, wrong)).rejects.toMatchObject(REFUSED);
    }
    await expect(proveByCode(me, { code: wrong })).rejects.toMatchObject(REFUSED);
    await expect(step(ana.userId, code())).rejects.toMatchObject({ code: "limit_exceeded" });
    await expect(proveByCode(me, { code: code() })).rejects.toMatchObject({
      code: "limit_exceeded",
    });
  });

  test("is sealed at rest, and counts before it is confirmed for nothing", async () => {
    const { userId, customerId, email } = await newPerson();
    const { me } = await signIn({ userId, customerId, email });
    const { secret, address } = await beginTotp(me);
    expect(address).toContain(`secret=${secret}`);
    const row = await db().totpFactor.findUniqueOrThrow({ where: { userId } });
    expect(row.sealed).not.toContain(secret);
    const code = totpAt(readBase32(secret), stepAt(Date.now()));
    await expect(step(userId, code)).rejects.toMatchObject(REFUSED);
    await startSession({ user: { id: userId, name: "Ana" }, userAgent: "", address: newAddress() });
    await expect(confirmTotp(me, { code: "000000" })).rejects.toMatchObject(REFUSED);
    await confirmTotp(me, { code });
    await expect(beginTotp(me)).rejects.toMatchObject({ code: "precondition_failed" });
  });
});

describe("with a second factor", () => {
  test("a password alone starts no session, whoever asks for one, and the sessions of before are over", async () => {
    const ana = await newPerson();
    const [here, there] = [await signIn(ana), await signIn(ana)];
    const { secret } = await beginTotp(here.me);
    await confirmTotp(here.me, { code: totpAt(readBase32(secret), stepAt(Date.now())) });
    await loadSessionUser(here.claims);
    await expect(loadSessionUser(there.claims)).rejects.toMatchObject({ code: "unauthenticated" });
    await expect(signIn(ana)).rejects.toMatchObject({ code: "forbidden" });
    const token = await createPasswordReset(ana.userId);
    await resetPassword({ token, password: OTHER_PASSWORD }, newAddress());
    await expect(signIn(ana)).rejects.toMatchObject({ code: "forbidden" });
    expect(await db().totpFactor.count({ where: { userId: ana.userId } })).toBe(1);
    await vi.waitFor(async () => {
      expect((await outbox.mailsTo(ana.email)).join()).toContain("now required to sign in");
    });
  });

  test("each of ten recovery codes works once; new ones replace them", async () => {
    const { ana, me, recoveryCodes } = await withApp();
    expect(new Set(recoveryCodes).size).toBe(10);
    const stored = await db().recoveryCode.findMany({ where: { userId: ana.userId } });
    for (const { hash } of stored) expect(recoveryCodes).not.toContain(hash);
    const [first = "", second = "", third = ""] = recoveryCodes;
    expect(await step(ana.userId, first)).toMatchObject({ method: "recovery-code" });
    await expect(step(ana.userId, first)).rejects.toMatchObject(REFUSED);
    const typed = second.toUpperCase().replaceAll("-", " ");
    const tries = await Promise.allSettled([step(ana.userId, typed), step(ana.userId, typed)]);
    expect(tries.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    const bo = await withApp();
    await expect(step(bo.ana.userId, third)).rejects.toMatchObject(REFUSED);
    const renewed = await renewRecoveryCodes(me);
    expect(renewed.recoveryCodes).toHaveLength(10);
    await expect(step(ana.userId, third)).rejects.toMatchObject(REFUSED);
    expect(await step(ana.userId, renewed.recoveryCodes[0] ?? "")).toBeDefined();
  });

  test("taking it away, and everything else about it, needs a fresh session of their own", async () => {
    const { me, recoveryCodes } = await withApp();
    const where = { id: me.sessionId };
    await db().session.update({ where, data: { provenAt: new Date(Date.now() - 11 * 60_000) } });
    const acts = [beginTotp, removeTotp, renewRecoveryCodes];
    for (const act of acts) await expect(act(me)).rejects.toMatchObject({ code: "reauthenticate" });
    await db().session.update({ where, data: { provenAt: new Date(), ssoCustomerId: "cus_x" } });
    for (const act of acts) await expect(act(me)).rejects.toMatchObject({ code: "forbidden" });
    await db().session.update({ where, data: { ssoCustomerId: null } });
    await removeTotp(me);
    expect(await db().recoveryCode.count({ where: { userId: me.userId } })).toBe(0);
    expect(recoveryCodes).toHaveLength(10);
    expect(log().map(({ event }) => event)).toContain("factor.removed");
  });
});
