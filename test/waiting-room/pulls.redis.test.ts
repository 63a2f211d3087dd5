import { afterEach, expect, test, vi } from "vitest";
import { readApiKeyUses } from "@/lib/line/commands/api-key-uses";
import { notePull, PULLS_KEPT, readPulls } from "@/lib/line/commands/pulls";
import { apiKeyUsesKey, pullKeys } from "@/lib/line/keys";
import { startTestRoom } from "@/test/waiting-room";

const { call, customerId, publish, redis } = startTestRoom();

afterEach(async () => {
  await redis.del(apiKeyUsesKey(customerId), ...Object.values(pullKeys(customerId)));
});

const PATH = `/status/integrationconfig/secure/${customerId}`;

function pull(headers: Record<string, string>) {
  return call("GET", PATH, { headers: { "api-key": "stn_key", ...headers } });
}

/** Waits until so many are remembered, since the answer does not wait for it. */
function pullsOf(count: number) {
  return vi.waitFor(async () => {
    const pulls = await readPulls(redis, customerId);
    expect(pulls).toHaveLength(count);
    return pulls;
  });
}

const OURS = "@stanchion/connector-node/1.0.0; runtime=node/20.20.2; keys=ab12cd34; config=2";

// The first: a key that was noted is not noted again for a minute.
test("a key that was taken is noted with its time, and one that was refused is not", async () => {
  const before = Date.now();
  await call("GET", PATH, { headers: { "api-key": "stn_wrong" } });
  await pull({ "x-stanchion-connector": OURS });
  const uses = await vi.waitFor(async () => {
    const found = await readApiKeyUses(redis, customerId);
    expect(found.size).toBe(1);
    return found;
  });
  expect(uses.get("key_1")).toBeGreaterThanOrEqual(before);
});

test("a pull is remembered: who, with what, from where and when, without the address", async () => {
  await pull({ "x-stanchion-connector": OURS });
  const [seen] = await pullsOf(1);
  expect(seen).toMatchObject({
    apiKeyId: "key_1",
    connector: "@stanchion/connector-node/1.0.0",
    runtime: "node/20.20.2",
    keyIds: ["ab12cd34"],
    configVersion: 2,
    network: "127.0.0.0/24",
    servedVersion: 3,
    servedBefore: null,
  });
  const time = await redis.time();
  expect(Math.abs(Number(time[0]) * 1_000 - (seen?.seenAtMs ?? 0))).toBeLessThan(60_000);
  expect(JSON.stringify(await redis.hgetall(pullKeys(customerId).pulls))).not.toContain(
    "127.0.0.1",
  );
});

test("a connector that pulls again is the same one, and what it was given before is known", async () => {
  await pull({ "x-stanchion-connector": OURS });
  await pullsOf(1);
  await pull({ "x-stanchion-connector": OURS });
  await vi.waitFor(async () => {
    expect(await readPulls(redis, customerId)).toMatchObject([{ servedBefore: 3 }]);
  });
});

test("an unchanged config and a connector that says nothing are remembered too", async () => {
  const { headers } = await pull({ "user-agent": "queueit-connector" });
  await pull({ "user-agent": "queueit-connector", "if-none-match": headers.etag ?? "" });
  expect(await pullsOf(1)).toMatchObject([{ connector: "queueit-connector", keyIds: null }]);
});

test("of two behind one address the one with an old secret stays to be seen", async () => {
  await pull({ "x-stanchion-connector": OURS });
  await pull({ "x-stanchion-connector": OURS.replace("ab12cd34", "ab12cd34,ef567890") });
  await pull({ "x-stanchion-connector": `${OURS}; instance=one` });
  await pull({ "x-stanchion-connector": `${OURS}; instance=two` });
  await pullsOf(4);
});

test("a connector that asks before the first publication is seen, and told what it waits for", async () => {
  await publish({ config: null, configVersion: 0 });
  try {
    const reply = await pull({ "x-stanchion-connector": OURS });
    expect([reply.status, reply.headers["x-stanchion-error"]]).toEqual([
      404,
      "Waiting for the first publication",
    ]);
    expect(await pullsOf(1)).toMatchObject([{ servedVersion: 0 }]);
  } finally {
    await publish({});
  }
});

test.each(["curl/8.14.1", "Wget/1.25", "PostmanRuntime/7.4", "Mozilla/5.0 (X11)"])(
  "a person with %s is no connector, and a connector in its clothes is",
  async (userAgent) => {
    expect((await pull({ "user-agent": userAgent })).status).toBe(200);
    await pull({ "user-agent": userAgent, "x-stanchion-connector": OURS });
    expect(await pullsOf(1)).toMatchObject([{ connector: "@stanchion/connector-node/1.0.0" }]);
  },
);

test("who has no key is not remembered", async () => {
  expect((await pull({ "api-key": "another" })).status).toBe(401);
  expect(await readPulls(redis, customerId)).toEqual([]);
});

test("however many come, only the latest are kept, and none for longer than a week", async () => {
  const entry = {
    apiKeyId: "key_1",
    connector: "x",
    runtime: null,
    keyIds: [],
    configVersion: null,
    network: "",
    origin: "",
    servedVersion: 3,
  };
  const { pulls, pullTimes } = pullKeys(customerId);
  await notePull(redis, customerId, { ...entry, instance: "old" });
  const [old = ""] = await redis.zrange(pullTimes, "0", "0");
  await redis.zadd(pullTimes, String(Date.now() - 8 * 24 * 3_600_000), old);
  const pullFrom = async (from: number, to: number) => {
    for (let index = from; index < to; index += 1) {
      await notePull(redis, customerId, { ...entry, instance: `i${index}` });
    }
  };
  await pullFrom(0, 5);
  // All of these come in a millisecond where Redis is fast, and of those of one millisecond any may go.
  const names = await redis.zrange(pullTimes, "0", "-1");
  await redis.zadd(pullTimes, ...names.flatMap((name) => [String(Date.now() - 1_000), name]));
  await pullFrom(5, PULLS_KEPT + 5);
  const kept = await readPulls(redis, customerId);
  expect(kept).toHaveLength(PULLS_KEPT);
  expect(await redis.zcard(pullTimes)).toBe(PULLS_KEPT);
  const instances = new Set(kept.map(({ instance }) => instance));
  expect(instances.has("old")).toBe(false);
  expect(instances.has("i0")).toBe(false);
  expect(instances.has(`i${PULLS_KEPT + 4}`)).toBe(true);
  expect(await redis.hexists(pulls, old)).toBe(0);
});
