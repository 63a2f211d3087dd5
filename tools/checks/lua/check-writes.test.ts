import { describe, expect, test } from "vitest";
import { LUA_SOURCES } from "@/lib/line/generated/lua-sources";
import { checkWrites } from "./check-writes";
import { SHAPES } from "./shapes";

const { problems, unpromised } = checkWrites(LUA_SOURCES, SHAPES);

test("whatever a script writes comes back after a loss, or it is said why nobody misses it", () => {
  expect(problems).toEqual([]);
});

test("the scripts that write a key which comes back by no effect of a process", () => {
  const lines = Object.entries(unpromised).filter(([, keys]) => keys.length > 0);
  expect(lines.map(([name, keys]) => `${name}: ${keys.join(" ")}`)).toMatchInlineSnapshot(`
    [
      "alive: nodes",
      "complete-copy: asking confirmed epochs presenceDue unnamedSeats",
      "count: minutes",
      "create: asking confirmed drawOrder endedRights epochs figures joinCounts joinSketch marks minutes presenceDue unnamedSeats",
      "enter: asking epochs figures unnamedSeats",
      "forget-minutes: minutes",
      "join: epochs figures joinCounts joinSketch marks minutes unnamedSeats",
      "join-with-right: epochs figures joinCounts joinSketch marks minutes unnamedSeats",
      "leave: epochs minutes unnamedSeats",
      "make-move-code: epochs unnamedSeats",
      "near: confirmed epochs presenceDue unnamedSeats",
      "note-pull: pullTimes pulls",
      "outside: joinCounts joinSketch",
      "pass: epochs figures joinCounts joinSketch marks minutes unnamedSeats",
      "redeem: reports usedEven usedOdd",
      "report: epochs unnamedSeats",
      "restore-admissions: epochs unnamedSeats",
      "restore-joins: epochs",
      "restore-leaves: epochs minutes",
      "restore-spent: epochs",
      "seat-ends: epochs",
      "settings: unnamedSeats",
      "settle-draw: confirmed drawOrder epochs",
      "stock-report: minutes",
      "sum-sources: even odd",
      "take-guess: guesses",
      "tick: asking confirmed epochs figures minutes presenceDue unnamedSeats",
      "use-move-code: epochs unnamedSeats",
    ]
  `);
});

describe("is found out", () => {
  const planted = (name: string, lua: string) => {
    const text = `${LUA_SOURCES.scripts[name]}`;
    const at = text.lastIndexOf("return answer");
    const scripts = {
      ...LUA_SOURCES.scripts,
      [name]: `${text.slice(0, at)}${lua}\n${text.slice(at)}`,
    };
    return checkWrites({ ...LUA_SOURCES, scripts }, SHAPES).problems.join("\n");
  };

  test("a right that is written by a script that promises none", () => {
    const lua = 'redis.call("HSET", keys.rights, "k:a", "1")';
    expect(planted("near", lua)).toContain("near: it writes rights and promises none of right");
  });

  test("… through a function", () => {
    const lua = "local function again() noteMove(line, keys.moves, 1, 1) end\nagain()";
    expect(planted("near", lua)).toContain("near: it writes moves and promises none of move");
  });

  test("a key of which nobody says what becomes of it, and one that cannot be told", () => {
    const lua = 'redis.call("SET", keys.gifts, 1)\nredis.call("SET", other, 1)';
    const found = planted("near", lua);
    expect(found).toContain("near: nobody says what becomes of gifts");
    expect(found).toContain("which key other is, is not known here");
  });

  test("a field of the line that is promised", () => {
    expect(planted("near", 'put(line, "admitted", 1)')).toContain("near: it writes line.admitted");
  });
});
