import { afterAll, expect, test } from "vitest";
import { testRedisUrl } from "@/test/redis";
import { publishedKey } from "../keys";
import { connectRedis, waitForRedis } from "../redis";
import { readCustomerFields } from "./customer-fields";

const redis = connectRedis(testRedisUrl());
await waitForRedis(redis, 5_000);
afterAll(() => redis.quit());

const ref = (customerId: string, eventId: string) => ({ customerId, eventId, incarnation: null });
const fieldsOf = ({ eventId }: { readonly eventId: string }) =>
  eventId.startsWith("short") ? [`a:${eventId}`] : [`a:${eventId}`, `b:${eventId}`];

test("every event has its own values, however many a customer has and in whatever order", async () => {
  const events = Array.from({ length: 120 }, (_, at) =>
    ref(`testfields${at % 2}`, `${at % 3 === 0 ? "short" : "event"}${at}`),
  );
  for (const event of events.slice(1))
    for (const field of fieldsOf(event))
      await redis.hset(publishedKey(event.customerId), field, `${event.customerId} ${field}`);
  const [, ...others] = events;
  expect(await readCustomerFields(redis, events, fieldsOf)).toEqual([
    [null],
    ...others.map((event) => fieldsOf(event).map((field) => `${event.customerId} ${field}`)),
  ]);
});

test("of a customer who cannot be read each event has an error, and of no other", async () => {
  await redis.set(publishedKey("testfieldsno"), "no hash");
  const events = [ref("testfieldsno", "one"), ref("testfields0", "x"), ref("testfieldsno", "two")];
  const wrong = expect.objectContaining({ message: expect.stringContaining("WRONGTYPE") });
  expect(await readCustomerFields(redis, events, fieldsOf)).toEqual([wrong, [null, null], wrong]);
  await expect(readCustomerFields(redis, [ref("testfieldsno", "one")], fieldsOf)).rejects.toThrow(
    "WRONGTYPE",
  );
  expect(await readCustomerFields(redis, [], fieldsOf)).toEqual([]);
});
