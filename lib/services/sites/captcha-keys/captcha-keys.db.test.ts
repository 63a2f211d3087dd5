import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { db, disconnectDb } from "@/lib/db/client";
import { readPublishedCustomer } from "@/lib/line/commands/published";
import { connectRedis, waitForRedis } from "@/lib/line/redis";
import { captchaSealContext } from "@/lib/secrets/captcha-seal";
import { masterKeysFromEnvironment } from "@/lib/secrets/master-keys";
import { unseal } from "@/lib/secrets/seal";
import type { ServiceContext } from "@/lib/services/ground/context";
import { writeCustomerToRedis } from "@/lib/services/relay/outbox/inner/write-customer";
import { auditSentences, createTestCustomer, outboxOf } from "@/test/customer";
import { testRedisUrl } from "@/test/redis";
import { textOf } from "@/test/text-of";
import { listCaptchaKeys } from "./list";
import { removeCaptchaKeys } from "./remove";
import { setCaptchaKeys } from "./set";

const SECRET = "0x4AAAAAAA-secret-of-acme";
const KEYS = { provider: "turnstile", siteKey: "0x4AAAAAAAsite", secret: SECRET } as const;

let context: ServiceContext;
beforeEach(async () => {
  context = await createTestCustomer();
});
const redis = connectRedis(testRedisUrl());
beforeAll(() => waitForRedis(redis, 10_000));
afterAll(async () => {
  redis.disconnect();
  await disconnectDb();
});

test("the secret is sealed at rest, and neither shown nor written into the audit log", async () => {
  const shown = await setCaptchaKeys(context, KEYS);
  expect(shown).toMatchObject({ provider: "turnstile", siteKey: KEYS.siteKey, hint: "acme" });
  const customerId = context.customer.id;
  const rows = await db().captchaKey.findMany({ where: { customerId } });
  const audit = await db().auditEntry.findMany({ where: { customerId } });
  const seen = [shown, rows, audit, await listCaptchaKeys(context)];
  expect(textOf(seen)).not.toContain(SECRET);
  expect(await auditSentences(context)).toEqual([
    "Ana set the keys of Cloudflare Turnstile, with the secret that ends in acme",
  ]);
  expect(await outboxOf(context)).toEqual([`customer ${customerId}`]);
});

test("new keys replace those of the same vendor, and removed ones are gone", async () => {
  await setCaptchaKeys(context, KEYS);
  await setCaptchaKeys(context, { ...KEYS, siteKey: "0x4AAAAAAAother" });
  await setCaptchaKeys(context, { ...KEYS, provider: "hcaptcha" });
  expect((await listCaptchaKeys(context)).map(({ siteKey }) => siteKey)).toEqual([
    KEYS.siteKey,
    "0x4AAAAAAAother",
  ]);
  await removeCaptchaKeys(context, { provider: "hcaptcha" });
  expect(await listCaptchaKeys(context)).toHaveLength(1);
  await expect(removeCaptchaKeys(context, { provider: "hcaptcha" })).rejects.toMatchObject({
    code: "not_found",
  });
});

test("the waiting room gets them sealed, and what is sealed for one customer opens for no other", async () => {
  await setCaptchaKeys(context, KEYS);
  await writeCustomerToRedis(redis, context.customer.id);
  const { wireId } = context.customer;
  const [keys] = (await readPublishedCustomer(redis, wireId))?.captchaKeys ?? [];
  expect(keys).toMatchObject({ provider: "turnstile", siteKey: KEYS.siteKey });
  const masters = masterKeysFromEnvironment();
  const sealed = keys?.sealed ?? "";
  expect(unseal(masters, captchaSealContext(wireId), sealed)).toBe(SECRET);
  expect(() => unseal(masters, captchaSealContext("globex"), sealed)).toThrow();
  expect(await writeCustomerToRedis(redis, context.customer.id)).toBe("unchanged");
});

test("only owners set keys", async () => {
  const operator = { ...context, permissions: new Set(["event:write"] as const) };
  await expect(setCaptchaKeys(operator, KEYS)).rejects.toMatchObject({ code: "forbidden" });
  await expect(setCaptchaKeys(context, { ...KEYS, secret: "two words here" })).rejects.toThrow();
});
