import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { SCENARIOS as SIMULATIONS } from "@/simulation/scenarios";
import { BENCHMARKS } from "../bench/benchmarks";
import { SCENARIOS as CHAOS } from "../chaos/scenarios";
import { atLeast, atMost, is } from "../shared/bars";
import { projectPath } from "../stack/paths";
import { choose } from "../stack/run-command";
import { BARS, barsOf } from "./bars";
import { writeProofs } from "./document";
import { figuresIn, isNamed, PROOFS } from "./run-proofs";
import { isWorthAnother, type Run, verdictOf } from "./verdict";

const BAR = { ratio: atLeast(2), lost: atMost(0) };

function run(ratio: number, more: Partial<Run> & { readonly lost?: number } = {}): Run {
  const { lost = 0, ...others } = more;
  return { figures: { ratio, lost }, exitCode: 0, seconds: 60, ...others };
}

describe("the table of bars", () => {
  const { scripts } = JSON.parse(readFileSync(projectPath("package.json"), "utf8"));
  const names = (script: string) =>
    Object.keys(BARS).flatMap((name) => {
      const [first, ...words] = name.split(" ").filter((word) => word !== "--scenario");
      return first === script ? [words[0] ?? ""] : [];
    });

  test.each(Object.keys(BARS))("names a command of ours: %s", (name) => {
    expect(scripts).toHaveProperty([name.split(" ")[0] ?? ""]);
    expect(Object.keys(barsOf(name)).length).toBeGreaterThan(0);
  });

  test("has every benchmark, simulation and kind of fault", () => {
    expect(new Set(names("bench"))).toEqual(new Set(Object.keys(BENCHMARKS)));
    expect(new Set(names("simulate"))).toEqual(
      new Set([...Object.keys(SIMULATIONS), "lives", "sums"]),
    );
    expect(new Set(names("chaos"))).toEqual(new Set(Object.keys(CHAOS)));
  });

  test("has none for a command that proves nothing", () => {
    expect(() => barsOf("chaos unknown")).toThrow("No bars");
  });
});

describe("a command", () => {
  const none = run(2, { figures: null });
  test.each<[string, Run[], string, boolean]>([
    ["meets its bars and ends well", [run(2)], "green", false],
    ["meets its bars and fails", [run(2, { exitCode: 1 })], "red", false],
    ["measures nothing", [none], "not run", false],
    ["measures nothing the second time", [run(1.9), none], "not run", false],
    ["is not there", [], "not run", false],
  ])("that %s", (_, runs, state, isAgain) => {
    expect(verdictOf(runs, BAR)).toMatchObject({ state, runs: runs.length });
    expect(isWorthAnother(runs, BAR)).toBe(isAgain);
  });

  test("that misses a bar is run three times, and the median may be 5 % beyond it", () => {
    expect(isWorthAnother([run(1.95)], BAR)).toBe(true);
    expect(isWorthAnother([run(1.95), run(2)], BAR)).toBe(true);
    const three = (middle: number) => [run(1.2), run(middle), run(3)];
    expect(isWorthAnother(three(2), BAR)).toBe(false);
    expect(verdictOf(three(1.91), BAR)).toMatchObject({ state: "green", runs: 3, seconds: 180 });
    expect(verdictOf(three(1.89), BAR).state).toBe("red");
  });

  test("that shows once what must never be is red, however often it is run", () => {
    expect(isWorthAnother([run(2, { lost: 1 })], BAR)).toBe(false);
    expect(verdictOf([run(1.99), run(2), run(2, { lost: 1 })], BAR).state).toBe("red");
    const exact = { isOver: is(true) };
    const over = (isOver: boolean): Run => ({ figures: { isOver }, exitCode: 0, seconds: 1 });
    expect(verdictOf([over(true), over(false), over(true)], exact).state).toBe("red");
  });

  test("is chosen by its name, or with others by what they begin with", () => {
    const chosen = (list?: string) => choose(list, PROOFS, "--list tells them all", isNamed);
    expect(chosen("chaos told")).toEqual(["chaos told"]);
    expect(chosen("chaos redis-")).toEqual(["chaos redis-total-loss", "chaos redis-failover"]);
    expect(chosen("attack, bench page")).toEqual(["bench page", "attack"]);
    expect(chosen()).toEqual(PROOFS);
    expect(() => chosen("bench x")).toThrow('There is no "bench x"; --list tells them all.');
  });

  test("measures what stands in its last line of JSON", () => {
    expect(figuresIn('• begins\n{"lost":1}\n{"lost":0}\n• ended\n')).toEqual({ lost: 0 });
    expect(figuresIn("nothing\n")).toBeNull();
    expect(figuresIn("{no json}\n")).toBeNull();
  });
});

describe("the page", () => {
  const occasion = { commit: "abc", date: "2026-11-28", machine: "2 × CPU" };
  const options = { proofs: ["attack", "bench page"], occasion };
  const proved = (ratio: number, proof: string) => ({ ...verdictOf([run(ratio)], BAR), proof });

  test("has a row for each command, also for those that were not run", () => {
    const page = writeProofs("", proved(2.25, "bench page"), options);
    expect(page.split("\n").slice(-3)).toEqual([
      "| `attack` | **not run** | | |",
      "| `bench page` | ratio 2.25 (≥2), none of lost | 1.0 | `abc`, 2026-11-28 |",
      "",
    ]);
  });

  test("keeps the rows of other commands, and says what is red", () => {
    const first = writeProofs("", proved(2, "bench page"), options);
    const later = { ...options, occasion: { ...occasion, commit: "def" } };
    const both = writeProofs(first, proved(1, "attack"), later);
    expect(both).toMatch(
      /^\| `attack` \| \*\*red\*\*, ratio \*\*1\*\* \(≥2\), none of lost.*`def`/m,
    );
    expect(both).toMatch(/^\| `bench page` \| ratio 2 \(≥2\).*`abc`/m);
  });

  test("names each machine once, and by its letter in the rows of all but the first", () => {
    const first = writeProofs("", proved(2, "bench page"), options);
    const other = { ...options, occasion: { ...occasion, machine: "8 × CPU" } };
    const both = writeProofs(first, proved(2, "attack"), other);
    const again = writeProofs(both, proved(2, "bench page"), other);
    expect(again).toContain("\n- A: 2 × CPU\n- B: 8 × CPU\n\n|");
    expect(both).toMatch(/^\| `attack` \|.*2026-11-28, B \|$/m);
    expect(both).toMatch(/^\| `bench page` \|.*2026-11-28 \|$/m);
    expect(again).toMatch(/^\| `bench page` \|.*2026-11-28, B \|$/m);
  });
});
