import { describe, expect, test } from "vitest";
import type { LuaSources } from "@/lib/line/compose-lua";
import { LUA_SOURCES } from "@/lib/line/generated/lua-sources";
import { checkLua } from "./check-lua";
import { SHAPES } from "./shapes";

/** The Lua of the line with one change. */
function planted(name: string, from: string, to: string): LuaSources {
  const change = (files: Readonly<Record<string, string>>) => {
    const text = files[name];
    if (!text?.includes(from)) return files;
    return { ...files, [name]: text.replace(from, to) };
  };
  return { scripts: change(LUA_SOURCES.scripts), fragments: change(LUA_SOURCES.fragments) };
}

/** A fault, its file, what it says there → what it says then, and the sentence that finds it out. */
const FAULTS = `
  an undeclared field | enter | number(line, "stock") <= 0 → number(line, "stok") == 0 | the line has no field stok
  an undeclared field of a lane | window | putLane(line, lane, "live" → putLane(line, lane, "alive" | the line has no field alive
  a field of the line taken for one of a lane | bucket | number(line, "tokens") >= → laneNumber(line, 0, "tokens") >= | tokens is not a field of each lane
  a text taken for a number | phase | number(line, "endAtMs") > 0 → number(line, "status") > 0 | status is no number
  a field by a variable | guard | put(line, "tokens", 0) → put(line, seatMs, 0) | put takes a field by its name
  an undeclared field in a list | inlet | "inletCap" → "inletCup" | the line has no field inletCup
  an undeclared field by its index | limit | line.fields[field] → line.fields["stick"] | the line has no field stick
  a field that the schema lets another file write | leaves | putLane(line, lane, "gone" → putLane(line, lane, "live" | the schema does not say that it writes live
  an undeclared field of another hash | redeem | "reportedAtMs" → "reportedMs" | the hash reports has no field reportedMs
  a name that nobody declares | guard | local ahead → local behind | nobody declares ahead
  a function that is not needed by its name | pass | guard pace bucket → guard pace | nobody declares settleBucket
  a need that is not used | leave | NEEDS line guard stock → NEEDS line guard holes stock | it says that it needs holes
  a function that nobody uses | holes | LEAVES epochOf → LEAVES rangesOf epochOf | it leaves rangesOf, which is no function
  a fragment that does something | bits | local function bitOf → redis.call("PING") local function bitOf | a fragment declares functions
  an unknown key | near | keys.confirmed → keys.confirm | the script has no key confirm
  an unknown argument | limit | args.most → args.mist | the script has no argument mist
  a member too few | leave | for n, queueId, shownMoves in → for n in | members have 3 values
  an answer without a value | join | count = count, → | the answer lacks count
  an answer with a value too many | near | answer({}) → answer({ number = 1 }) | the answer has no value number
  a refusal that TypeScript does not know | limit | { "LOST" } → { "GONE" } | GONE is no refusal
  text that is not Lua | leave | return stopped end → return stopped | leave: `
  .trim()
  .split("\n")
  .map((row) => row.trim().split(" | "));

test("the Lua of the line names only what is declared", () => {
  expect(checkLua(LUA_SOURCES, SHAPES)).toEqual([]);
});

describe("is found out", () => {
  test.each(FAULTS)("%s", (_, name = "", change = "", problem = "") => {
    const [from = "", to = ""] = change.split(" →").map((part) => part.trim());
    const sources = planted(name, from, to);
    expect(sources).not.toEqual(LUA_SOURCES);
    expect(checkLua(sources, SHAPES).join("\n")).toContain(problem);
  });

  test("a script that nobody defines, and one without a file", () => {
    const problems = checkLua(LUA_SOURCES, SHAPES.slice(1)).join("\n");
    expect(problems).toContain("alive: no script is defined by this name");
    const lost = { ...SHAPES[0], name: "lost" } as (typeof SHAPES)[number];
    expect(checkLua(LUA_SOURCES, [...SHAPES, lost])).toEqual(["lost: no file."]);
  });
});
