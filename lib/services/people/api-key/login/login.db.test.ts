import { afterAll, beforeEach, describe, expect, test } from "vitest";
import { loadKeyContext } from "@/lib/auth/load-key-context";
import { db, disconnectDb } from "@/lib/db/client";
import type { ServiceContext } from "@/lib/services/ground/context";
import { listApiKeys } from "@/lib/services/people/api-key/list";
import { removeMember } from "@/lib/services/people/membership/remove";
import {
  addTestMember,
  auditSentences,
  createTestCustomer,
  withBrokenAudit,
} from "@/test/customer";
import { expectRefused } from "@/test/refusals";
import { approveLogin, findLoginRequest, refuseLogin } from "./decide";
import { pollLogin } from "./poll";
import { startLogin } from "./start";

afterAll(disconnectDb);

const address = () =>
  `2001:db8:${crypto.randomUUID().slice(0, 4)}:${crypto.randomUUID().slice(0, 4)}::1`;

let owner: ServiceContext;
let ana: ServiceContext;
beforeEach(async () => {
  owner = await createTestCustomer("owner");
  ana = await addTestMember(owner, "admin", "Ana");
});

const start = () =>
  startLogin(
    { address: address() },
    { name: "stanchion on laptop", permissions: ["event:read", "event:operate"], validDays: 30 },
  );

/** As if the program had waited. */
async function poll(deviceCode: string) {
  await db().loginRequest.updateMany({ data: { polledAt: null } });
  return pollLogin({ address: "192.0.2.7" }, { deviceCode });
}

describe("a program that asks for a key", () => {
  test("gets one of the person's making, once, with what they saw", async () => {
    const { deviceCode, userCode, verificationUri, expiresIn, interval } = await start();
    expect([expiresIn, interval]).toEqual([600, 5]);
    expect(verificationUri).toMatch(/^http.*\/device$/);
    expect(await poll(deviceCode)).toEqual({ status: "authorization_pending", interval: 5 });
    expect(await findLoginRequest(ana, { userCode: userCode.toLowerCase() })).toMatchObject({
      ...{ name: "stanchion on laptop", userCode, lacking: [] },
      permissions: ["event:read", "event:operate"],
    });
    await approveLogin(ana, { userCode });
    const outcome = await poll(deviceCode);
    if (outcome.status !== "approved") throw new Error(outcome.status);
    const { apiKey, customerId } = outcome;
    expect(customerId).toBe(owner.customer.wireId);
    const days = (Date.parse(apiKey.expiresAt ?? "") - Date.now()) / 86_400_000;
    expect(Math.round(days)).toBe(30);
    const { context } = await loadKeyContext(apiKey.text, "changing");
    expect([...context.permissions]).toEqual(["event:read", "event:operate"]);
    expect(context.keyMaker).toBe(ana.actor.id);
    expect(await poll(deviceCode)).toEqual({ status: "expired_token" });
    expect((await auditSentences(owner)).slice(-2)).toEqual([
      "Ana approved the sign-in of stanchion on laptop",
      `Ana created the API key stanchion on laptop (${apiKey.prefix}…) to api`,
    ]);
  });

  test("that asks at the same time twice gets one key", async () => {
    const { deviceCode, userCode } = await start();
    await approveLogin(ana, { userCode });
    const asked = Array.from({ length: 8 }, () =>
      pollLogin({ address: "192.0.2.7" }, { deviceCode }),
    );
    const said = (await Promise.all(asked)).map(({ status }) => status);
    expect(said.filter((status) => status === "approved")).toHaveLength(1);
    expect(await listApiKeys(ana)).toHaveLength(1);
  });

  test("is refused by a person, and nobody can approve it afterwards", async () => {
    const { deviceCode, userCode } = await start();
    await refuseLogin(ana, { userCode });
    await expectRefused([approveLogin(ana, { userCode })], "invalid");
    expect(await poll(deviceCode)).toEqual({ status: "access_denied" });
    expect((await auditSentences(owner)).at(-1)).toBe(
      "Ana refused the sign-in of stanchion on laptop",
    );
  });

  test("has to slow down when it asks too soon", async () => {
    const { deviceCode } = await start();
    const ask = () => pollLogin({ address: "192.0.2.7" }, { deviceCode });
    expect(await ask()).toMatchObject({ status: "authorization_pending" });
    expect(await ask()).toEqual({ status: "slow_down", interval: 10 });
    expect(await ask()).toEqual({ status: "slow_down", interval: 15 });
    expect(await poll(deviceCode)).toEqual({ status: "authorization_pending", interval: 15 });
  });

  test("gets nothing with a code that has ended or that never was", async () => {
    const { deviceCode, userCode } = await start();
    await approveLogin(ana, { userCode });
    await db().loginRequest.updateMany({ where: {}, data: { expiresAt: new Date() } });
    expect(await poll(deviceCode)).toEqual({ status: "expired_token" });
    expect(await poll("nobody")).toEqual({ status: "expired_token" });
    await expectRefused([findLoginRequest(ana, { userCode })], "invalid");
    expect(await listApiKeys(ana)).toEqual([]);
  });

  test("gets nothing from a person who has lost the right meanwhile", async () => {
    const { deviceCode, userCode } = await start();
    await approveLogin(ana, { userCode });
    const where = { userId: ana.actor.id };
    await db().membership.updateMany({ where, data: { role: "viewer" } });
    expect(await poll(deviceCode)).toEqual({ status: "access_denied" });
    expect(await listApiKeys(owner)).toEqual([]);
  });

  test("gets nothing from a person who has left meanwhile", async () => {
    const { deviceCode, userCode } = await start();
    await approveLogin(ana, { userCode });
    const where = { userId: ana.actor.id };
    const { id: membershipId } = await db().membership.findFirstOrThrow({ where });
    await removeMember(owner, { membershipId });
    expect(await poll(deviceCode)).toEqual({ status: "access_denied" });
  });

  test("is held up when one address asks again and again", async () => {
    const from = { address: address() };
    const input = { name: "Flood", permissions: ["event:read" as const] };
    for (let asked = 0; asked < 30; asked += 1) await startLogin(from, input);
    await expectRefused([startLogin(from, input)], "limit_exceeded");
    await start();
  });
});

describe("a person", () => {
  test("gives no key what they may not do themselves", async () => {
    const { userCode } = await start();
    const dev = await addTestMember(owner, "developer", "Dev");
    expect(await findLoginRequest(dev, { userCode })).toMatchObject({ lacking: ["event:operate"] });
    await expectRefused([approveLogin(dev, { userCode })], "forbidden");
  });

  test.each(["operator", "viewer"] as const)("who is %s decides nothing", async (role) => {
    const { userCode } = await start();
    const member = await addTestMember(owner, role, "Max");
    const tried = [findLoginRequest, approveLogin, refuseLogin].map((verb) =>
      verb(member, { userCode }),
    );
    await expectRefused(tried, "forbidden");
  });

  test("who has not proved for a while who they are is asked first", async () => {
    const { userCode } = await start();
    await db().session.updateMany({ where: { userId: ana.actor.id }, data: { provenAt: null } });
    const stale = { ...ana, signIn: { sessionId: "none", provenAt: new Date(0) } };
    await expectRefused([approveLogin(stale, { userCode })], "reauthenticate");
  });

  test("cannot guess: ten wrong codes, and none counts for a while", async () => {
    const { userCode } = await start();
    for (let guess = 0; guess < 9; guess += 1) {
      await expectRefused([findLoginRequest(ana, { userCode: "BCDFGHJK" })], "invalid");
      await findLoginRequest(ana, { userCode });
    }
    await expectRefused([findLoginRequest(ana, { userCode: "BCDFGHJK" })], "invalid");
    await expectRefused([findLoginRequest(ana, { userCode })], "limit_exceeded");
    await findLoginRequest(owner, { userCode });
  });

  test("decides nothing that cannot be audited", async () => {
    const { deviceCode, userCode } = await start();
    const broken = withBrokenAudit(ana);
    await expect(approveLogin(broken, { userCode })).rejects.toThrow();
    await expect(refuseLogin(broken, { userCode })).rejects.toThrow();
    expect(await poll(deviceCode)).toMatchObject({ status: "authorization_pending" });
  });
});
