import { describe, expect, test } from "vitest";
import { createListBuilder } from "@/lib/domain/address-list/list-builder";
import { readPublishedCustomer, writePublishedCustomer } from "@/lib/line/commands/published";
import {
  hashOfList,
  publishedLists,
  removeOtherLists,
  writePublishedList,
} from "@/lib/line/commands/published-address-lists";
import { removeCustomerKeys } from "@/lib/line/commands/remove-customer";
import { publishedListsKey } from "@/lib/line/keys";
import { startTestRoom } from "@/test/waiting-room";
import { AddressListMemory, listHas } from "@/waiting-room/visit/memory/address-lists";

const room = startTestRoom();
const stranger = startTestRoom();

function compiled(ranges: Iterable<string>): Uint8Array {
  const builder = createListBuilder();
  for (const range of ranges) builder.addRange(range);
  const built = builder.build();
  if (built === null) throw new Error("The list is too large.");
  return built.bytes;
}

/** Publishes these lists and none else; done when the room knows. */
async function publishLists(to: typeof room, lists: Readonly<Record<string, Uint8Array>>) {
  const { customerId, redis, context } = to;
  const held = await readPublishedCustomer(redis, customerId);
  if (held === null) throw new Error("The room has published its customer.");
  for (const bytes of Object.values(lists)) await writePublishedList(redis, customerId, bytes);
  const addressLists = Object.fromEntries(
    Object.entries(lists).map(([key, bytes]) => [
      key,
      { hash: hashOfList(bytes), bytes: bytes.length },
    ]),
  );
  await writePublishedCustomer(redis, customerId, { ...held, addressLists });
  await removeOtherLists(redis, customerId, Object.values(addressLists));
  while (((await context.customers.find(customerId))?.version ?? 0) <= held.version)
    await new Promise((resolve) => setTimeout(resolve, 50));
}

const has = (to: typeof room, key: string, address: string) =>
  listHas(to.context, to.customerId, key, address);

describe("a list of a customer", () => {
  test("names its addresses to the room, and to no other customer's", async () => {
    await publishLists(room, { bad: compiled(["192.0.2.0/24", "2001:db8::/32"]) });
    expect(await has(room, "bad", "192.0.2.255")).toBe(true);
    expect(await has(room, "bad", "2001:db8:ffff::1")).toBe(true);
    expect(await has(room, "bad", "192.0.3.0")).toBe(false);
    expect(await has(room, "good", "192.0.2.1")).toBe(false);
    expect(await has(room, "constructor", "192.0.2.1")).toBe(false);
    expect(await has(stranger, "bad", "192.0.2.1")).toBe(false);
  });

  test("larger than one piece arrives whole, and is what it was replaced by a moment later", async () => {
    const many = Array.from({ length: 200_000 }, (_, index) => {
      const at = 2 * index;
      return `10.${(at >>> 16) & 255}.${(at >>> 8) & 255}.${at & 255}`;
    });
    await publishLists(room, { bad: compiled(many) });
    expect(await has(room, "bad", "10.6.26.126")).toBe(true);
    expect(await has(room, "bad", "10.6.26.128")).toBe(false);
    expect(await has(room, "bad", "10.6.26.125")).toBe(false);
    expect(await has(room, "bad", "192.0.2.1")).toBe(false);
    await publishLists(room, { bad: compiled(["192.0.2.1"]) });
    expect(await has(room, "bad", "192.0.2.1")).toBe(true);
    expect(await has(room, "bad", "10.6.26.126")).toBe(false);
    expect(await room.redis.hlen(publishedListsKey(room.customerId))).toBe(1);
  });

  test("of which a piece is missing or changed names nobody", async () => {
    const bytes = compiled(
      Array.from(
        { length: 50_000 },
        (_, index) => `10.0.${index >>> 8}.${index & 255}-10.0.${index >>> 8}.${index & 255}`,
      ).filter((_, index) => index % 2 === 0),
    );
    const wrong = compiled(["0.0.0.0/0"]);
    await publishLists(room, { bad: bytes });
    const ref = { hash: hashOfList(bytes), bytes: bytes.length };
    const key = publishedListsKey(room.customerId);
    expect(await publishedLists(room.redis, room.customerId, [ref])).toEqual(new Set([ref.hash]));
    await room.redis.hset(key, `${ref.hash}:0`, Buffer.from(wrong));
    const memory = new AddressListMemory(room.redis, room.context.customers);
    expect(await memory.find(room.customerId, "bad")).toBeNull();
    await room.redis.hdel(key, `${ref.hash}:0`);
    expect(await publishedLists(room.redis, room.customerId, [ref])).toEqual(new Set());
    expect(await memory.find(room.customerId, "bad")).toBeNull();
  });

  test("is read once for all who ask at the same moment, and from memory afterwards", async () => {
    await publishLists(room, { bad: compiled(["192.0.2.1"]) });
    const memory = new AddressListMemory(room.redis, room.context.customers);
    const all = await Promise.all(
      Array.from({ length: 100 }, () => memory.find(room.customerId, "bad")),
    );
    expect(new Set(all).size).toBe(1);
    expect(all[0]).not.toBeNull();
    await room.redis.unlink(publishedListsKey(room.customerId));
    expect(await memory.find(room.customerId, "bad")).toBe(all[0]);
  });

  test("that cannot be read names nobody, and the log says so", async () => {
    const logged: unknown[] = [];
    const failure = new Error("Redis is away.");
    const context = {
      addressLists: { find: () => Promise.reject(failure) },
      log: (error: unknown) => logged.push(error),
    };
    expect(await listHas(context, room.customerId, "bad", "192.0.2.1")).toBe(false);
    expect(logged).toEqual([failure]);
  });

  test("goes with its customer", async () => {
    await publishLists(stranger, { bad: compiled(["192.0.2.1"]) });
    await removeCustomerKeys(stranger.redis, stranger.customerId);
    expect(await stranger.redis.exists(publishedListsKey(stranger.customerId))).toBe(0);
  });
});
