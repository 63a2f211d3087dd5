import { afterAll, beforeEach, describe, expect, test, vi } from "vitest";
import { loadSessionUser } from "@/lib/auth/load-context";
import { db, disconnectDb } from "@/lib/db/client";
import { startSession } from "@/lib/services/people/session/start-session";
import { beginSecondStep } from "@/lib/services/people/sign-in/second-step";
import { createPasskeyDevice } from "@/test/passkey-device";
import { newAddress, newPerson, outboxOfEachTest } from "@/test/people";
import { securityLogOfEachTest } from "@/test/security-log";
import { addPasskey, beginPasskey } from "./add";
import { listPasskeys, removePasskey, renamePasskey } from "./manage";
import {
  beginPasskeyProof,
  beginPasskeySignIn,
  beginPasskeyStep,
  finishPasskeySignIn,
  finishPasskeyStep,
  proveByPasskey,
} from "./sign-in";

securityLogOfEachTest();
outboxOfEachTest();
afterAll(disconnectDb);

const ORIGIN = "https://console.example";

beforeEach(() => {
  vi.stubEnv("CONSOLE_URL", ORIGIN);
});

async function withPasskey() {
  const person = await newPerson();
  const { userId, customerId } = person;
  const address = newAddress();
  const user = { id: userId, name: "Ana" };
  const other = await startSession({ user, userAgent: "", address });
  const sessionId = await startSession({ user, userAgent: "", address });
  const me = { userId, sessionId, address };
  const device = createPasskeyDevice("console.example");
  const { options, token } = await beginPasskey(me);
  const response = device.make({ challenge: options.challenge, origin: ORIGIN });
  const added = await addPasskey(me, { token, name: "Blue key", response });
  return { person, me, device, added, other, claims: { userId, customerId, sessionId } };
}

type Ana = Awaited<ReturnType<typeof withPasskey>>;
type Shown = Parameters<Ana["device"]["show"]>;

/** Signs in with the passkey alone. */
async function signIn(
  { device }: Pick<Ana, "device">,
  changed: Partial<Shown[0]> = {},
  how?: Shown[1],
) {
  const { options, token } = await beginPasskeySignIn(newAddress());
  const asked = { challenge: options.challenge, origin: ORIGIN, ...changed };
  return finishPasskeySignIn({ token, response: device.show(asked, how) }, newAddress());
}

const REFUSED = { code: "invalid" };

describe("a passkey", () => {
  test("signs in without a password, and with the first one other sessions end and recovery codes are told", async () => {
    const ana = await withPasskey();
    expect(ana.added.recoveryCodes).toHaveLength(10);
    await expect(loadSessionUser({ ...ana.claims, sessionId: ana.other })).rejects.toMatchObject({
      code: "unauthenticated",
    });
    expect(await signIn(ana)).toMatchObject({
      user: { id: ana.me.userId },
      method: "passkey",
    });
    expect(await listPasskeys(ana.me)).toMatchObject([
      { name: "Blue key", lastUsedAt: expect.any(String) },
    ]);
    const user = { id: ana.me.userId, name: "Ana" };
    const weak = startSession({ user, userAgent: "", address: newAddress() });
    await expect(weak).rejects.toMatchObject({ code: "forbidden" });
  });

  test("is called otherwise by its owner alone, and audited", async () => {
    const [ana, bo] = [await withPasskey(), await withPasskey()];
    const [{ passkeyId = "" } = {}] = await listPasskeys(ana.me);
    const name = "Work laptop";
    await expect(renamePasskey(bo.me, { passkeyId, name })).rejects.toMatchObject({
      code: "not_found",
    });
    await expect(renamePasskey(ana.me, { passkeyId, name: " " })).rejects.toThrow();
    await renamePasskey(ana.me, { passkeyId, name });
    expect(await listPasskeys(ana.me)).toMatchObject([{ passkeyId, name }]);
    const where = { customerId: ana.person.customerId, verb: "user.rename-passkey" };
    expect(await db().auditEntry.findMany({ where })).toMatchObject([
      { summary: "Ana renamed the passkey Blue key to Work laptop" },
    ]);
    expect(await signIn(ana)).toMatchObject({ method: "passkey" });
  });

  test("is worth nothing for another site, another question, one that was answered, or without its owner", async () => {
    const ana = await withPasskey();
    await expect(signIn(ana, { origin: "https://console.example.evil" })).rejects.toMatchObject(
      REFUSED,
    );
    await expect(signIn(ana, { challenge: "AAAA" })).rejects.toMatchObject(REFUSED);
    await expect(signIn(ana, {}, { isVerified: false })).rejects.toMatchObject(REFUSED);
    const { options, token } = await beginPasskeySignIn(newAddress());
    const asked = { challenge: options.challenge, origin: ORIGIN };
    const input = { token, response: ana.device.show(asked) };
    await finishPasskeySignIn(input, newAddress());
    const again = finishPasskeySignIn({ token, response: ana.device.show(asked) }, newAddress());
    await expect(again).rejects.toMatchObject({ code: "precondition_failed" });
    const foreign = createPasskeyDevice("console.example");
    await expect(signIn({ device: foreign })).rejects.toMatchObject(REFUSED);
  });

  test("that counts less than before is a copy, and refused", async () => {
    const ana = await withPasskey();
    ana.device.setCounter(40);
    await signIn(ana);
    ana.device.setCounter(5);
    await expect(signIn(ana)).rejects.toMatchObject(REFUSED);
    const same = signIn({ device: { ...ana.device, show: (asked) => ana.device.show(asked) } });
    await expect(same).rejects.toMatchObject(REFUSED);
    ana.device.setCounter(50);
    await signIn(ana);
  });

  test("of one user finishes no step and no proof of another", async () => {
    const [ana, bo] = [await withPasskey(), await withPasskey()];
    const step = await beginSecondStep(ana.me.userId);
    const asked = await beginPasskeyStep(step);
    const show = (device: Ana["device"], challenge: string) =>
      device.show({ challenge, origin: ORIGIN });
    const wrong = { token: asked.token, response: show(bo.device, asked.options.challenge) };
    await expect(finishPasskeyStep(step, wrong, newAddress())).rejects.toMatchObject(REFUSED);
    const anew = await beginPasskeyStep(step);
    const right = { token: anew.token, response: show(ana.device, anew.options.challenge) };
    expect(await finishPasskeyStep(step, right, newAddress())).toMatchObject({ method: "passkey" });
    const proof = await beginPasskeyProof(ana.me);
    const ofBo = { token: proof.token, response: show(bo.device, proof.options.challenge) };
    await expect(proveByPasskey(ana.me, ofBo)).rejects.toMatchObject(REFUSED);
    const free = await beginPasskeySignIn(newAddress());
    const other = { token: free.token, response: show(ana.device, free.options.challenge) };
    await expect(proveByPasskey(ana.me, other)).rejects.toMatchObject({
      code: "precondition_failed",
    });
  });

  test("makes a session fresh again; it is added and removed in a fresh one only, and is gone then", async () => {
    const ana = await withPasskey();
    const where = { id: ana.me.sessionId };
    await db().session.update({ where, data: { provenAt: new Date(Date.now() - 11 * 60_000) } });
    const [{ passkeyId = "" } = {}] = await listPasskeys(ana.me);
    const stale = { code: "reauthenticate" };
    await expect(removePasskey(ana.me, { passkeyId })).rejects.toMatchObject(stale);
    await expect(beginPasskey(ana.me)).rejects.toMatchObject(stale);
    const { options, token } = await beginPasskeyProof(ana.me);
    const response = ana.device.show({ challenge: options.challenge, origin: ORIGIN });
    await proveByPasskey(ana.me, { token, response });
    const bo = await withPasskey();
    await expect(removePasskey(bo.me, { passkeyId })).rejects.toMatchObject({ code: "not_found" });
    await removePasskey(ana.me, { passkeyId });
    await expect(signIn(ana)).rejects.toMatchObject(REFUSED);
    expect(await db().recoveryCode.count({ where: { userId: ana.me.userId } })).toBe(0);
  });
});
