import { randomBytes } from "node:crypto";
import { afterAll, afterEach, beforeEach, expect, test, vi } from "vitest";
import { runStanchion } from "@/cli/run-stanchion";
import { db, disconnectDb } from "@/lib/db/client";
import { readPublishedCustomer, readPublishedEvent } from "@/lib/line/commands/published";
import { connectRedis, waitForRedis } from "@/lib/line/redis";
import { masterKeysFromEnvironment } from "@/lib/secrets/master-keys";
import { sealedWith } from "@/lib/secrets/seal";
import { createAccessCodes } from "@/lib/services/event/access-code/create";
import { eventKeyOf } from "@/lib/services/event/change/event-key";
import type { ServiceContext } from "@/lib/services/ground/context";
import { relayOutbox } from "@/lib/services/relay/outbox/relay";
import { setCaptchaKeys } from "@/lib/services/sites/captcha-keys/set";
import { listConfigKeys } from "@/lib/services/sites/publication/list-config-keys";
import { publish } from "@/lib/services/sites/publication/publish";
import { createRule } from "@/lib/services/sites/rule/create";
import { revealSecret } from "@/lib/services/sites/secret/reveal";
import { createSecret } from "@/test/at-once";
import { createCustomerWithSale } from "@/test/customer";
import { testRedisUrl } from "@/test/redis";
import { queueRule } from "@/test/rules";
import { activateConfigKeys, rotateKeys } from "./rotate";
import { SEALED_ROWS } from "./sealed-rows";
import { cannotOpenAll, readKeysStatus } from "./status";

const redis = connectRedis(testRedisUrl());
await waitForRedis(redis, 5_000);

const first = process.env["MASTER_KEY"] ?? "";
const second = randomBytes(32).toString("base64url");

function useKeys(current: string, ...former: readonly string[]): void {
  vi.stubEnv("MASTER_KEY", current);
  vi.stubEnv("PREVIOUS_MASTER_KEYS", former.join(","));
}

let context: ServiceContext;
beforeEach(async () => {
  // What other tests left to be told, also of lines that are gone.
  await db().outboxEntry.deleteMany({ where: { relayedAt: null } });
  context = await createCustomerWithSale();
  await createRule(context, queueRule("Tickets"));
  await publish(context);
  await relayOutbox(redis);
});
afterEach(async () => {
  // Other tests of this database have the first key only.
  useKeys(first, second);
  await rotateKeys();
  await activateConfigKeys();
  vi.unstubAllEnvs();
});
afterAll(async () => {
  redis.disconnect();
  await disconnectDb();
});

const eventKey = async () => {
  const event = await db().event.findFirstOrThrow({ where: { customerId: context.customer.id } });
  const ref = { id: event.id, customerId: context.customer.wireId, eventId: event.wireId };
  return (await db().$transaction((tx) => eventKeyOf(tx, ref))).bytes;
};
/** How the sealed values of all rows stand to the keys that are set. */
const seals = async () => {
  const rows = await Promise.all(SEALED_ROWS.map(({ read }) => read()));
  const masters = masterKeysFromEnvironment();
  return new Set(rows.flat().map(({ sealed }) => sealedWith(masters, sealed)));
};

test("after a rotation nothing needs the former key, and nothing is lost", async () => {
  const { id: secretId } = await createSecret(context);
  const request = { eventId: "sale", name: "Fans", count: 2, use: { kind: "single-use" } } as const;
  await createAccessCodes(context, request);
  await setCaptchaKeys(context, {
    provider: "turnstile",
    siteKey: "0x4AAAAAAAsite",
    secret: "0x4AAAAAAAsecret",
  });
  const codesAreUnder = await eventKey();

  useKeys(second, first);
  const before = await readKeysStatus();
  expect(before.isDone).toBe(false);
  expect(before.sealed.find(({ name }) => name === "eventKeys")?.former).toBeGreaterThan(0);
  const { resealed } = await rotateKeys();
  expect(resealed["secrets"]).toBeGreaterThan(0);
  expect((await readKeysStatus()).sealed.map(({ former }) => former)).toEqual(
    SEALED_ROWS.map(() => 0),
  );
  expect((await rotateKeys()).resealed).toEqual(
    Object.fromEntries(SEALED_ROWS.map(({ name }) => [name, 0])),
  );

  await relayOutbox(redis);
  useKeys(second);
  expect((await seals()).has("former")).toBe(false);
  expect((await eventKey()).equals(codesAreUnder)).toBe(true);
  expect((await revealSecret(context, { secretId })).text).toHaveLength(72);
  const customer = await readPublishedCustomer(redis, context.customer.wireId);
  const event = await readPublishedEvent(redis, context.customer.wireId, "sale");
  const published = [
    ...(customer?.secrets ?? []).map(({ sealed }) => sealed),
    event?.sealedKey ?? "",
    ...(customer?.captchaKeys ?? []).map(({ sealed }) => sealed),
  ];
  const masters = masterKeysFromEnvironment();
  expect(published.map((sealed) => sealedWith(masters, sealed))).toEqual([
    "current",
    "current",
    "current",
  ]);
});

test("a new config key is staged and seen by everybody before it signs", async () => {
  const [old] = await listConfigKeys(context);
  const signer = async () => {
    await relayOutbox(redis);
    return readPublishedCustomer(redis, context.customer.wireId);
  };
  await rotateKeys();
  const staged = (await listConfigKeys(context)).find(({ activatedAt }) => activatedAt === null);
  const overlapping = await signer();
  expect(overlapping?.configSignature?.keyId).toBe(old?.keyId);
  expect(overlapping?.configKeys.map(({ keyId }) => keyId)).toContain(staged?.keyId);
  await rotateKeys();
  expect(await listConfigKeys(context)).toHaveLength(2);
  await activateConfigKeys();
  const after = await signer();
  expect(after?.configSignature?.keyId).toBe(staged?.keyId);
  expect(after?.configKeys).toHaveLength(2);
});

test("a former key that was taken away too early is told, and nothing is lost once it is back", async () => {
  await createSecret(context);
  useKeys(second);
  expect(await cannotOpenAll()).toBe(true);
  const { cannotOpen } = await rotateKeys();
  expect(cannotOpen["secrets"]).toBeGreaterThan(0);
  const told: string[] = [];
  const write = (text: string) => told.push(text);
  expect(await runStanchion(["keys", "rotate"], { print: write, note: write })).toBe(1);
  expect(told.join("\n")).toMatch(/\d+ secrets can't be opened with MASTER_KEY/);
  useKeys(second, first);
  expect((await rotateKeys()).cannotOpen["secrets"]).toBe(0);
  expect(await cannotOpenAll()).toBe(false);
});
