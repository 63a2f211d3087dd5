import { afterAll, expect, test } from "vitest";
import { testRedisUrl } from "@/test/redis";
import { defineManyScript, defineScript } from "./define-script";
import { eventKeys } from "./keys";
import { createReplyReader } from "./lua-values";
import { connectRedis, waitForRedis } from "./redis";

const redis = connectRedis(testRedisUrl());
await waitForRedis(redis, 5_000);
afterAll(() => redis.quit());

const LENGTHS = {
  name: "test-lengths",
  keys: ["wanted", "other"],
  args: { least: "number", suffix: "string", most: "number" },
  reply: { calls: "integer", length: "integer", suffix: "string", other: "string" },
  refusals: [],
} as const;
const readLengths = createReplyReader(LENGTHS.reply);

const runLengths = defineManyScript(
  LENGTHS,
  (raw) => {
    if (!Array.isArray(raw) || raw[2] === "senseless") throw new Error("This makes no sense.");
    return readLengths(raw.slice(1));
  },
  {
    fragments: "local function lengthOf(key) return redis.call('HLEN', key) end",
    body: `
shared.calls = (shared.calls or 0) + 1
local length = lengthOf(keys.wanted)
if length < args.least or length > args.most then error("out of bounds") end
return answer({ calls = shared.calls, length = length, suffix = args.suffix, other = keys.other })
`,
  },
);

const member = (eventId: string, suffix: string, { least = 0, most = 9 } = {}) => {
  const keys = eventKeys({ customerId: "testmany", eventId, incarnation: null });
  return { keys: { wanted: keys.line, other: keys.figures }, args: { least, suffix, most } };
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
  const [one, two, wrong] = members.map(({ keys }) => keys.wanted);
  if (!one || !two || !wrong) throw new Error("There are no keys.");
  await redis.multi().hset(one, { x: 1 }).hset(two, { x: 1, y: 2 }).set(wrong, "no hash").exec();
  const replies = await runLengths(redis, members);
  expect(replies).toEqual([
    { calls: 1, length: 1, suffix: "a", other: members[0]?.keys.other },
    { calls: 2, length: 2, suffix: "b", other: members[1]?.keys.other },
    expect.objectContaining({ message: expect.stringContaining("WRONGTYPE") }),
    expect.objectContaining({ message: expect.stringContaining("out of bounds") }),
    expect.objectContaining({ message: "This makes no sense." }),
    { calls: 6, length: 2, suffix: "e", other: members[5]?.keys.other },
  ]);
});

test("a call for nobody answers nothing", async () => {
  expect(await runLengths(redis, [])).toEqual([]);
});

const runEcho = defineScript(
  {
    name: "test-echo",
    keys: ["line"],
    args: { large: "number", text: "string", raw: "bytes" },
    members: { number: "number", name: "string" },
    reply: {
      large: "integer",
      exact: "decimal",
      nothing: "decimal?",
      something: "integer?",
      text: "string",
      sums: "integers",
      names: "strings",
      raw: "list",
      rows: { each: { at: "integer", chance: "decimal", holes: "string" } },
    },
    refusals: ["REFUSED"],
  },
  {
    fragments: "",
    body: `
if args.text == "refuse" then return { "REFUSED" } end
if args.text == "strange" then return { "STRANGE" } end
local sums, names, rows = {}, {}, {}
for n, name in eachMember() do
  sums[#sums + 1] = n + 1
  names[#names + 1] = name
  rows[#rows + 1] = rowAnswer({ at = n, chance = 1 / 3, holes = name .. ";" })
end
return answer({ large = args.large, exact = 0.1, nothing = nil, something = 7, text = args.text, sums = sums,
  names = names, raw = { args.raw, "a,b" }, rows = rows })
`,
  },
);
const { line } = eventKeys({ customerId: "testmany", eventId: "echo", incarnation: null });
const echo = (text: string, members: readonly { number: number; name: string }[] = []) =>
  runEcho(redis, { line }, { large: 1_763_800_000_123, text, raw: Buffer.from("é") }, members);

test("arguments, members and answers keep their names, types and every digit", async () => {
  const reply = await echo("with spaces, and commas", [
    { number: 1, name: "one" },
    { number: 2, name: "two" },
  ]);
  expect(reply).toEqual({
    status: "OK",
    large: 1_763_800_000_123,
    exact: 0.1,
    nothing: null,
    something: 7,
    text: "with spaces, and commas",
    sums: [2, 3],
    names: ["one", "two"],
    raw: ["é", "a,b"],
    rows: [
      { at: 1, chance: 1 / 3, holes: "one;" },
      { at: 2, chance: 1 / 3, holes: "two;" },
    ],
  });
});

test("a list without members is empty", async () => {
  expect(await echo("none")).toMatchObject({ sums: [], names: [] });
});

test("a refusal is told from an answer that is none", async () => {
  expect(await echo("refuse")).toEqual({ status: "REFUSED" });
  await expect(echo("strange")).rejects.toThrow("The script test-echo answered STRANGE.");
});
