import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { disconnectDb } from "@/lib/db/client";
import { publishedKey } from "@/lib/line/keys";
import { connectRedis, waitForRedis } from "@/lib/line/redis";
import type { ServiceContext } from "@/lib/services/ground/context";
import { createApiKey } from "@/lib/services/people/api-key/create";
import { createTestCustomer } from "@/test/customer";
import { testRedisUrl } from "@/test/redis";
import { writeCustomerOnce } from "./inner/write-customer-once";

const redis = connectRedis(testRedisUrl());
beforeAll(() => waitForRedis(redis, 10_000));
afterAll(async () => {
  redis.disconnect();
  await disconnectDb();
});

let customer: ServiceContext["customer"];
let beganAtMs: number;
beforeEach(async () => {
  const context = await createTestCustomer();
  await createApiKey(context, { name: "connector" });
  customer = context.customer;
  beganAtMs = performance.now();
  await writeCustomerOnce(redis, customer, beganAtMs);
});

const key = () => publishedKey(customer.wireId);
const heldKeys = async () => JSON.parse((await redis.hget(key(), "apiKeys")) ?? "[]").length;
/** What a write that is made would repair. */
const spoil = () => redis.hset(key(), "apiKeys", "[]");

test("a write since then is enough, and one from before is not", async () => {
  expect(await heldKeys()).toBe(1);
  await spoil();
  await writeCustomerOnce(redis, customer, beganAtMs);
  expect(await heldKeys()).toBe(0);
  await writeCustomerOnce(redis, customer, performance.now());
  expect(await heldKeys()).toBe(1);
});

test("what Redis has lost since is written again, also where settings of an event are back", async () => {
  await redis.del(key());
  await redis.hset(key(), { "event:sale": "{}", version: "1" });
  await writeCustomerOnce(redis, customer, beganAtMs);
  expect(await heldKeys()).toBe(1);
});

test("another connection has to write itself", async () => {
  await spoil();
  const other = connectRedis(testRedisUrl());
  await writeCustomerOnce(other, customer, beganAtMs);
  other.disconnect();
  expect(await heldKeys()).toBe(1);
});

test("a write that fails is kept for nobody", async () => {
  const closed = connectRedis(testRedisUrl());
  closed.disconnect();
  const sinceMs = performance.now();
  for (const _ of [1, 2])
    await expect(writeCustomerOnce(closed, customer, sinceMs)).rejects.toThrow();
});
