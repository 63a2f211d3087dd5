import { createServer, type RequestListener, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { db, disconnectDb } from "@/lib/db/client";
import { contains, openAddressList } from "@/lib/domain/address-list/address-list";
import { readPublishedCustomer } from "@/lib/line/commands/published";
import { readPublishedList } from "@/lib/line/commands/published-address-lists";
import { publishedListsKey } from "@/lib/line/keys";
import { connectRedis, waitForRedis } from "@/lib/line/redis";
import type { ServiceContext } from "@/lib/services/ground/context";
import { writeCustomerToRedis } from "@/lib/services/relay/outbox/inner/write-customer";
import { relayOutbox } from "@/lib/services/relay/outbox/relay";
import { createTestCustomer } from "@/test/customer";
import { testRedisUrl } from "@/test/redis";
import { createAddressList } from "./create";
import { deleteAddressList } from "./delete";
import { getAddressList } from "./get";
import { listAddressLists } from "./list";
import { loadDueFeeds } from "./load-due";
import { loadAddressListNow } from "./load-now";
import { updateAddressList } from "./update";

const redis = connectRedis(testRedisUrl());
const servers: Server[] = [];
beforeAll(() => waitForRedis(redis, 10_000));
afterAll(async () => {
  redis.disconnect();
  await disconnectDb();
});
afterEach(() => {
  vi.unstubAllEnvs();
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    server.close();
  }
});

let context: ServiceContext;
beforeEach(async () => {
  vi.stubEnv("ALLOWED_PRIVATE_HOSTS", "127.0.0.1");
  await db().addressList.deleteMany({});
  context = await createTestCustomer();
});

async function relay(): Promise<void> {
  const pending = { customerId: context.customer.id, relayedAt: null };
  while ((await db().outboxEntry.count({ where: pending })) > 0) await relayOutbox(redis);
}

/** True when the room is told that a list of this key has the address. */
async function isPublished(key: string, address: string): Promise<boolean> {
  await relay();
  const customer = await readPublishedCustomer(redis, context.customer.wireId);
  const ref = customer?.addressLists?.[key];
  if (ref === undefined) return false;
  const bytes = await readPublishedList(redis, context.customer.wireId, ref);
  const list = bytes === null ? null : openAddressList(bytes);
  if (list === null) throw new Error("The list that is named is not there.");
  return contains(list, address);
}

const typed = (text: string) => ({ kind: "typed", text }) as const;
const makeTyped = (key: string, text: string) =>
  createAddressList(context, { key, name: `List ${key}`, contents: typed(text) });

async function serve(handle: RequestListener): Promise<string> {
  const server = createServer(handle);
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/list.txt`;
}

/** A server whose answer can be changed, and what it was asked. */
async function startFeed(body: string) {
  const state = { body, type: "text/plain", status: 200, etag: '"1"', asked: 0, unchanged: 0 };
  const url = await serve((request, response) => {
    state.asked += 1;
    if (request.headers["if-none-match"] === state.etag) {
      state.unchanged += 1;
      response.writeHead(304).end();
      return;
    }
    response.writeHead(state.status, { "content-type": state.type, etag: state.etag });
    response.end(state.body);
  });
  const row = await createAddressList(context, {
    key: "feed",
    name: "Bad addresses",
    contents: { kind: "feed", url },
  });
  let version = 1;
  const answer = (changes: Partial<typeof state>) => {
    version += 1;
    Object.assign(state, { etag: `"${version}"`, ...changes });
  };
  return { state, answer, listId: row.id, url };
}

/** Long after everything that is due. */
let laterMinutes = 0;
function loadLater() {
  laterMinutes += 20_000;
  return loadDueFeeds(new Date(Date.now() + laterMinutes * 60_000));
}

const addresses = (count: number) =>
  Array.from(
    { length: count },
    (_, index) => `10.${index >>> 14}.${(index >>> 6) & 255}.${(index & 63) * 2}\n`,
  ).join("");

describe("a typed list", () => {
  test("is told to the room as it was typed last, and gone when it is deleted", async () => {
    const made = await makeTyped("office", "192.0.2.0/24 # ours\n2001:db8::/32");
    expect(made).toMatchObject({ entries: 2, ranges: 2, bytes: 52, lastError: null, url: null });
    expect(await isPublished("office", "192.0.2.255")).toBe(true);
    expect(await isPublished("office", "192.0.3.0")).toBe(false);
    const { text } = await getAddressList(context, { listId: made.id });
    expect(text).toBe("192.0.2.0/24 # ours\n2001:db8::/32");
    await updateAddressList(context, {
      listId: made.id,
      seenVersion: made.version,
      name: "Office",
      contents: typed("198.51.100.1"),
    });
    expect(await isPublished("office", "192.0.2.255")).toBe(false);
    expect(await isPublished("office", "198.51.100.1")).toBe(true);
    await deleteAddressList(context, { listId: made.id });
    expect(await isPublished("office", "198.51.100.1")).toBe(false);
    expect(await redis.exists(publishedListsKey(context.customer.wireId))).toBe(0);
    const verbs = await db().auditEntry.findMany({
      where: { customerId: context.customer.id },
      select: { verb: true },
      orderBy: { at: "asc" },
    });
    expect(verbs.map(({ verb }) => verb)).toEqual([
      "address-list.create",
      "address-list.update",
      "address-list.delete",
    ]);
  });

  test("comes back by itself when Redis has lost a piece of it", async () => {
    await makeTyped("office", "192.0.2.0/24");
    expect(await isPublished("office", "192.0.2.1")).toBe(true);
    await redis.unlink(publishedListsKey(context.customer.wireId));
    await writeCustomerToRedis(redis, context.customer.id);
    expect(await isPublished("office", "192.0.2.1")).toBe(true);
  });

  test("with a wrong line is refused with that line, and stays as it was", async () => {
    const made = await makeTyped("office", "192.0.2.1");
    const change = updateAddressList(context, {
      listId: made.id,
      seenVersion: 1,
      name: "Office",
      contents: typed("192.0.2.2\nshop.example"),
    });
    await expect(change).rejects.toMatchObject({
      code: "invalid",
      fields: { "contents.text": expect.stringContaining("Line 2") },
    });
    expect(await isPublished("office", "192.0.2.1")).toBe(true);
  });

  test("cannot be changed over what somebody else has changed, nor have another's key", async () => {
    const made = await makeTyped("office", "192.0.2.1");
    const change = { listId: made.id, seenVersion: 1, name: "Office", contents: typed("") };
    await updateAddressList(context, change);
    await expect(updateAddressList(context, change)).rejects.toMatchObject({ code: "conflict" });
    await expect(makeTyped("office", "")).rejects.toMatchObject({ code: "conflict" });
    await expect(makeTyped("Not a key!", "")).rejects.toThrow();
  });

  test("is of one customer, and changed by those who may", async () => {
    const made = await makeTyped("office", "192.0.2.1");
    const other = await createTestCustomer();
    expect(await listAddressLists(other)).toEqual([]);
    const id = { listId: made.id };
    for (const verb of [getAddressList, deleteAddressList, loadAddressListNow]) {
      await expect(verb(other, id)).rejects.toMatchObject({ code: "not_found" });
    }
    const viewer = { ...context, permissions: new Set(["address-list:read"] as const) };
    expect(await listAddressLists(viewer)).toHaveLength(1);
    for (const verb of [deleteAddressList, loadAddressListNow]) {
      await expect(verb(viewer, id)).rejects.toMatchObject({ code: "forbidden" });
    }
  });

  test("stands beside at most nineteen others", async () => {
    for (let index = 0; index < 20; index += 1) await makeTyped(`list-${index}`, "192.0.2.1");
    await expect(makeTyped("one-more", "")).rejects.toMatchObject({ code: "limit_exceeded" });
  });
});

describe("a feed", () => {
  test("is loaded by the worker, asked whether it changed, and told to the room", async () => {
    const { state, answer, listId } = await startFeed("192.0.2.0/24\n");
    expect(await isPublished("feed", "192.0.2.1")).toBe(false);
    expect(await loadDueFeeds()).toEqual({ loaded: 1, failed: 0 });
    expect(await isPublished("feed", "192.0.2.1")).toBe(true);
    expect(await loadDueFeeds()).toEqual({ loaded: 0, failed: 0 });
    expect(await loadLater()).toEqual({ loaded: 1, failed: 0 });
    expect(state).toMatchObject({ asked: 2, unchanged: 1 });
    answer({ body: "198.51.100.0/24\n" });
    await loadAddressListNow(context, { listId });
    expect(await loadDueFeeds()).toEqual({ loaded: 1, failed: 0 });
    expect(await isPublished("feed", "192.0.2.1")).toBe(false);
    expect(await isPublished("feed", "198.51.100.1")).toBe(true);
  });

  test.each([
    ["a web page", { body: `<!doctype html><p>Gone</p>${"\n<br>".repeat(200)}` }, "web page"],
    ["a page that says so", { type: "text/html; charset=utf-8", body: addresses(300) }, "web page"],
    ["much shorter", { body: addresses(3) }, "to 3 entries"],
    ["empty", { body: "\n" }, "empty"],
    ["comments only", { body: "# moved\n" }, "no address"],
    ["mostly something else", { body: `${addresses(300)}${"oops\n".repeat(30)}` }, "30 lines"],
    ["everybody", { body: `${addresses(300)}0.0.0.0/0\n` }, "quarter of all"],
    ["half of IPv6", { body: `${addresses(300)}2000::/4\n` }, "quarter of all"],
    ["a failure", { status: 503 }, "status 503"],
    ["a redirect", { status: 302 }, "has moved"],
    ["JSON of another kind", { body: '{"error":"no"}' }, "JSON"],
    ["broken JSON", { body: '{"prefixes":[' }, "JSON"],
  ])("that turns into %s keeps its last good list and says why", async (_what, turned, reason) => {
    const { answer } = await startFeed(addresses(300));
    await loadDueFeeds();
    answer(turned);
    expect(await loadLater()).toEqual({ loaded: 0, failed: 1 });
    const [row] = await listAddressLists(context);
    expect(row).toMatchObject({ entries: 300, lastError: expect.stringContaining(reason) });
    expect(await isPublished("feed", "10.0.4.86")).toBe(true);
    answer({ body: addresses(400), status: 200, type: "text/plain" });
    expect(await loadLater()).toEqual({ loaded: 1, failed: 0 });
    expect(await listAddressLists(context)).toMatchObject([{ entries: 400, lastError: null }]);
  });

  test("that really became short is taken when somebody says so, and once only", async () => {
    const { answer, listId } = await startFeed(addresses(1_000));
    await loadDueFeeds();
    answer({ body: addresses(150) });
    expect(await loadLater()).toEqual({ loaded: 0, failed: 1 });
    await loadAddressListNow(context, { listId, takeShorter: true });
    expect(await loadLater()).toEqual({ loaded: 1, failed: 0 });
    answer({ body: addresses(3) });
    expect(await loadLater()).toEqual({ loaded: 0, failed: 1 });
  });

  test("that is asked at another address keeps its list until that one has answered", async () => {
    const { listId } = await startFeed(addresses(300));
    await loadDueFeeds();
    const url = await serve((_request, response) => response.end("192.0.2.1\n"));
    await updateAddressList(context, {
      listId,
      seenVersion: 1,
      name: "Other",
      contents: { kind: "feed", url },
    });
    expect(await isPublished("feed", "10.0.4.86")).toBe(true);
    expect(await loadDueFeeds()).toEqual({ loaded: 1, failed: 0 });
    expect(await isPublished("feed", "10.0.4.86")).toBe(false);
    expect(await isPublished("feed", "192.0.2.1")).toBe(true);
  });

  test("that was changed while it was asked is asked again, and its old answer counts for nothing", async () => {
    let release = () => {};
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    let isAsked = false;
    const slow = await serve((_request, response) => {
      isAsked = true;
      void held.then(() => response.end("192.0.2.1\n"));
    });
    const { id } = await createAddressList(context, {
      key: "feed",
      name: "Slow",
      contents: { kind: "feed", url: slow },
    });
    const loading = loadDueFeeds();
    await vi.waitFor(() => expect(isAsked).toBe(true), 20_000);
    expect(await loadDueFeeds()).toEqual({ loaded: 0, failed: 0 });
    const url = await serve((_request, response) => response.end("198.51.100.1\n"));
    await updateAddressList(context, {
      listId: id,
      seenVersion: 1,
      name: "Other",
      contents: { kind: "feed", url },
    });
    release();
    await loading;
    expect(await isPublished("feed", "192.0.2.1")).toBe(false);
    await loadDueFeeds();
    expect(await isPublished("feed", "198.51.100.1")).toBe(true);
  });

  test("has no address of this network, no http, and is not asked where a name leads there", async () => {
    const make = (url: string) =>
      createAddressList(context, { key: "feed", name: "Feed", contents: { kind: "feed", url } });
    for (const url of [
      "https://10.0.0.1/",
      "http://lists.example/",
      "ftp://lists.example/",
      "lists",
    ]) {
      await expect(make(url)).rejects.toMatchObject({ code: "invalid" });
    }
    const inside = await startFeed("192.0.2.1\n");
    vi.stubEnv("ALLOWED_PRIVATE_HOSTS", "");
    expect(await loadDueFeeds()).toEqual({ loaded: 0, failed: 1 });
    expect(inside.state.asked).toBe(0);
  });

  test("reads what the large clouds publish", async () => {
    const { answer } = await startFeed(
      JSON.stringify({
        syncToken: "1",
        prefixes: [{ ip_prefix: "3.4.12.4/32", region: "eu-west-1", service: "AMAZON" }],
        ipv6_prefixes: [{ ipv6_prefix: "2600:1f69:7400::/40", service: "AMAZON" }],
      }),
    );
    await loadDueFeeds();
    expect(await isPublished("feed", "3.4.12.4")).toBe(true);
    expect(await isPublished("feed", "2600:1f69:7400::1")).toBe(true);
    answer({
      body: JSON.stringify({
        creationTime: "2026-01-01",
        prefixes: [{ ipv4Prefix: "34.1.208.0/20" }, { ipv6Prefix: "2600:1900:8000::/44" }],
      }),
    });
    await loadLater();
    expect(await isPublished("feed", "3.4.12.4")).toBe(false);
    expect(await isPublished("feed", "34.1.223.255")).toBe(true);
    expect(await isPublished("feed", "2600:1900:8000::1")).toBe(true);
    answer({ body: "network,name\n192.0.2.0/24,A\n198.51.100.0/24,B\n" });
    await loadLater();
    expect(await isPublished("feed", "198.51.100.9")).toBe(true);
  });

  test("leaves out a few lines that are wrong, and says how many", async () => {
    await startFeed(`${addresses(300)}oops\n`);
    expect(await loadDueFeeds()).toEqual({ loaded: 1, failed: 0 });
    expect(await listAddressLists(context)).toMatchObject([{ entries: 300, skipped: 1 }]);
  });
});
