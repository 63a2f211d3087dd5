import { afterAll, expect, test } from "vitest";
import { testRedisUrl } from "@/test/redis";
import { defineManyScript } from "./define-script";
import { eventKeys } from "./keys";
import { connectRedis, waitForRedis } from "./redis";

const redis = connectRedis(testRedisUrl());
await waitForRedis(redis, 5_000);
afterAll(() => redis.quit());

const runLengths = defineManyScript({
  name: "testLengths",
  keys: ["wantedKey", "otherKey"],
  args: { least: "number", suffix: "string", most: "number" },
  lua: /* lua */ `
shared.calls = (shared.calls or 0) + 1
local length = redis.call("HLEN", wantedKey)
if length < least or length > most then error("out of bounds") end
return { shared.calls, length, suffix, otherKey }
`,
  parseReply: (raw) => {
    if (!Array.isArray(raw) || raw[2] === "senseless") throw new Error("This makes no sense.");
    return raw;
  },
});

const member = (eventId: string, suffix: string, { least = 0, most = 9 } = {}) => {
  const keys = eventKeys({ customerId: "testmany", eventId });
  return {
    keys: { wantedKey: keys.line, otherKey: keys.figures },
    args: { least, suffix, most },
  };
};

test("each member of a call has its own keys, arguments and answer, and each fails alone", async () => {
  const members = [
    member("one", "a"),
    member("two", "b"),
    member("wrong", "c"),
    member("one", "d", { least: 3 }),
    member("one", "senseless"),
    member("two", "e", { least: 2, most: 2 }),
  ];
  const [one, two, wrong] = members.map(({ keys }) => keys.wantedKey);
  if (!one || !two || !wrong) throw new Error("There are no keys.");
  await redis.multi().hset(one, { x: 1 }).hset(two, { x: 1, y: 2 }).set(wrong, "no hash").exec();
  const replies = await runLengths(redis, members);
  expect(replies).toEqual([
    [1, 1, "a", members[0]?.keys.otherKey],
    [2, 2, "b", members[1]?.keys.otherKey],
    expect.objectContaining({ message: expect.stringContaining("WRONGTYPE") }),
    expect.objectContaining({ message: expect.stringContaining("out of bounds") }),
    expect.objectContaining({ message: "This makes no sense." }),
    [6, 2, "e", members[5]?.keys.otherKey],
  ]);
});

test("a call for nobody answers nothing", async () => {
  expect(await runLengths(redis, [])).toEqual([]);
});
