import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { db, disconnectDb } from "@/lib/db/client";
import { retentionPeriods } from "@/lib/domain/retention/periods";
import { PLAIN_THEME } from "@/lib/domain/theme/theme";
import { readPublishedCustomer, readPublishedEvent } from "@/lib/line/commands/published";
import {
  assetField,
  publishedThemeFields,
  readPublishedAsset,
  readPublishedTheme,
  themeField,
} from "@/lib/line/commands/published-themes";
import { publishedKey } from "@/lib/line/keys";
import { connectRedis, waitForRedis } from "@/lib/line/redis";
import { updateEvent } from "@/lib/services/event/manage/update";
import { changeTheme } from "@/lib/services/event/theme/change";
import { createTheme } from "@/lib/services/event/theme/create";
import { deleteTheme } from "@/lib/services/event/theme/delete";
import { uploadAsset } from "@/lib/services/event/theme/upload-asset";
import type { ServiceContext } from "@/lib/services/ground/context";
import { purge } from "@/lib/services/installation/retention/purge";
import { createCustomerWithSale } from "@/test/customer";
import { testRedisUrl } from "@/test/redis";
import { makePng } from "@/test/theme-files";
import { writeCustomerToRedis } from "./inner/write-customer";
import { reconcileAll } from "./reconcile";
import { relayOutbox } from "./relay";

const redis = connectRedis(testRedisUrl());
beforeAll(() => waitForRedis(redis, 10_000));
afterAll(async () => {
  redis.disconnect();
  await disconnectDb();
});

let context: ServiceContext;
beforeEach(async () => {
  context = await createCustomerWithSale();
});

async function relay(): Promise<void> {
  const pending = { customerId: context.customer.id, relayedAt: null };
  while ((await db().outboxEntry.count({ where: pending })) > 0) await relayOutbox(redis);
}

const upload = (bytes: Buffer) =>
  uploadAsset(context, { kind: "logo", base64: bytes.toString("base64") });

async function makeTheme(key: string, bytes: Buffer) {
  const { hash } = await upload(bytes);
  const settings = { ...PLAIN_THEME, logo: { light: hash, dark: null } };
  return { hash, ...(await createTheme(context, { key, name: key, settings })) };
}

const published = (key: string) => readPublishedTheme(redis, context.customer.wireId, key);
const fieldsOf = () => publishedThemeFields(redis, context.customer.wireId);
const write = () => writeCustomerToRedis(redis, context.customer.id);

test("a theme and its files are told as they are, with the sizes of pictures", async () => {
  const bytes = makePng(30, 10);
  const { hash, settings } = await makeTheme("spring", bytes);
  await relay();
  expect(await published("spring")).toMatchObject({
    theme: settings,
    assets: { [hash]: { width: 30, height: 10, isVariable: false } },
  });
  const held = await readPublishedAsset(redis, context.customer.wireId, hash);
  expect(held?.equals(bytes)).toBe(true);
  const customer = await readPublishedCustomer(redis, context.customer.wireId);
  expect(customer?.themes.assets).toEqual([hash]);
  expect(customer?.themes.revisions["spring"]).toBe((await published("spring"))?.revision);
  expect(await write()).toBe("unchanged");
});

test("an event tells which theme it wears", async () => {
  await makeTheme("spring", makePng(3, 3));
  await updateEvent(context, { eventId: "sale", theme: "spring" });
  await relay();
  const settings = await readPublishedEvent(redis, context.customer.wireId, "sale");
  expect(settings?.theme).toBe("spring");
});

test("a changed theme is told anew, and one that is deleted goes", async () => {
  const { id: themeId } = await makeTheme("spring", makePng(3, 3));
  await relay();
  const before = await published("spring");
  const settings = { ...PLAIN_THEME, appearance: "dark" as const };
  await changeTheme(context, { themeId, seenVersion: 1, name: "S", settings });
  await relay();
  const after = await published("spring");
  expect(after?.theme).toEqual(settings);
  expect(after?.revision).not.toBe(before?.revision);
  await deleteTheme(context, { themeId });
  await relay();
  expect(await published("spring")).toBeNull();
});

test("the reconciliation puts back what Redis has lost, and takes away what nobody has", async () => {
  const { hash } = await makeTheme("spring", makePng(3, 3));
  await relay();
  const key = publishedKey(context.customer.wireId);
  await redis.hdel(key, themeField("spring"), assetField(hash));
  await redis.hset(key, themeField("stranger"), "{}", assetField("0".repeat(32)), "AAAA");
  await reconcileAll(redis);
  expect([...(await fieldsOf())].sort()).toEqual([assetField(hash), themeField("spring")]);
  expect(await write()).toBe("unchanged");
});

test("the rest of a customer is told although a theme cannot be read", async () => {
  const { id } = await makeTheme("spring", makePng(3, 3));
  await db().theme.update({ where: { id }, data: { settings: { of: "another version" } } });
  await db().customer.update({
    where: { id: context.customer.id },
    data: { browserRules: true },
  });
  await write();
  expect(await published("spring")).toBeNull();
  const customer = await readPublishedCustomer(redis, context.customer.wireId);
  expect(customer?.browserRules).toBe(true);
});

test("a file goes a day after no theme uses it any more, and not before", async () => {
  const { hash, id: themeId } = await makeTheme("spring", makePng(3, 3));
  const other = await upload(makePng(4, 4));
  await deleteTheme(context, { themeId });
  const periods = retentionPeriods({ admissionsDays: 90, addressesHours: 24 });
  const after = (hours: number) => new Date(Date.now() + hours * 3_600_000);
  await purge(periods, after(23));
  await write();
  expect([...(await fieldsOf())].sort()).toEqual([assetField(hash), assetField(other.hash)].sort());
  await createTheme(context, {
    key: "kept",
    name: "Kept",
    settings: { ...PLAIN_THEME, logo: { light: other.hash, dark: null } },
  });
  await purge(periods, after(25));
  await write();
  expect([...(await fieldsOf())].sort()).toEqual([assetField(other.hash), themeField("kept")]);
});
