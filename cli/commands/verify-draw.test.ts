import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { runStanchion } from "@/cli/run-stanchion";
import { publishDraw } from "@/lib/domain/draw/published-draw";
import {
  createOperator,
  type HeldRules,
  holdDraw,
  type Operator,
  sha256,
} from "@/simulation/scenarios/draw";

const random = seeded(3);
/** Its key begins with "-", as one key in 64 does, which a command line may take for an option. */
const operator = operatorWithDash();
const held = holdDraw({ operator, random, members: 40, receipts: 30 });
const folder = mkdtempSync(join(tmpdir(), "stanchion-draw-"));
const key = textOf(operator);
const draw = save("draw.json", held.file);
const receipts = save("receipts.txt", `${[held.keptFreeze, ...held.receipts].join("\n")}\n`);

afterAll(() => rmSync(folder, { recursive: true }));

function textOf({ publicKey }: Operator): string {
  return Buffer.from(publicKey).toString("base64url");
}

function operatorWithDash(): Operator {
  for (;;) {
    const one = createOperator(random);
    if (textOf(one).startsWith("-")) return one;
  }
}

function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

function save(name: string, text: string): string {
  const path = join(folder, name);
  writeFileSync(path, text);
  return path;
}

async function run(...args: readonly string[]) {
  const lines: string[] = [];
  const notes: string[] = [];
  const output = {
    print: (line: string) => lines.push(line),
    note: (line: string) => notes.push(line),
  };
  const code = await runStanchion(["verify-draw", ...args], output);
  return { code, text: lines.join("\n"), notes: notes.join("\n") };
}

describe("verify-draw", () => {
  test("tells the rule, how many were excluded, and whose place it was", async () => {
    const lanes = [
      { key: "vip", weight: 80 },
      { key: "main", weight: 20 },
    ];
    const rules: HeldRules = {
      exclusion: { action: "drop", fromScore: 60 },
      lanes,
      isExcluded: (index) => index === 2,
    };
    const other = holdDraw({ operator, random, members: 20, receipts: 3, rules });
    const file = save("rules.json", other.file);
    const kept = save("kept.txt", [other.keptFreeze, ...other.receipts].join("\n"));
    const { code, text } = await run("--draw", file, `--key=${key}`, "--receipts", kept);
    expect(code).toBe(0);
    expect(text).toContain("Chances by lane: vip 80, main 20");
    expect(text).toContain("a score of 60 or more is dropped; 1 members were excluded");
    expect(text).toContain("index 2 was dropped by the committed rule");
    expect(text).toMatch(/index 3 has place \d+ of 20/);
  });

  test("ends with 0 for a provable draw, tells places and what it could not compare", async () => {
    const { code, text } = await run("--draw", draw, `--key=${key}`, "--receipts", receipts);
    expect(code).toBe(0);
    expect(text).toMatch(/index 1 has place \d+ of 40/);
    expect(text).toContain("and 10 more receipts");
    expect(text).toMatch(/\? Not compared: whether https:/);
    expect(text).toMatch(/PROVABLE, if the items marked \? are correct$/);
  });

  test("takes the key from a file and answers in JSON", async () => {
    const keyFile = save("key.txt", `${key}\n`);
    const { code, text } = await run(
      "--draw",
      draw,
      "--key",
      keyFile,
      "--receipts",
      receipts,
      "--json",
    );
    const answer: unknown = JSON.parse(text);
    expect(code).toBe(0);
    expect(answer).toMatchObject({ verdict: "provable", draw: { members: 40 } });
    expect(answer).toHaveProperty("places.length", 30);
  });

  test("ends with 3 for a draw that cannot be proven", async () => {
    const { text: silent } = publishDraw(
      { ...held.record, beacon: { type: "none" } },
      sha256,
      operator.sign,
    );
    const { code, text } = await run("--draw", save("silent.json", silent), `--key=${key}`);
    expect(code).toBe(3);
    expect(text).toMatch(/^NOT PROVABLE$/m);
  });

  test("ends with 1 for a changed file, a changed receipt and another value of the beacon", async () => {
    const changedFile = save("changed.json", held.file.replace('"round":1000', '"round":1001'));
    const [receipt = ""] = held.receipts;
    const altered = receipt.slice(0, 10) + (receipt[10] === "A" ? "B" : "A") + receipt.slice(11);
    const other = save("other.txt", `${held.keptFreeze}\n${altered}\n`);
    for (const args of [
      ["--draw", changedFile, `--key=${key}`],
      ["--draw", draw, `--key=${key}`, "--receipts", other],
      ["--draw", draw, `--key=${key}`, "--beacon", "ab".repeat(32)],
    ]) {
      const { code, text } = await run(...args);
      expect(code).toBe(1);
      expect(text).toMatch(/^TAMPERED$/m);
    }
  });

  test.each([
    ["Windows", "\r\n"],
    ["an old Mac", "\r"],
  ])("takes receipts with the line ends of %s", async (_, end) => {
    const lines = [held.keptFreeze, ...held.receipts.slice(0, 10), ""];
    const kept = save("ends.txt", `\uFEFF${lines.join(end)}`);
    const args = ["--draw", draw, `--key=${key}`, "--receipts", kept, "--json"];
    const { code, text } = await run(...args);
    const answer: unknown = JSON.parse(text);
    expect(code).toBe(0);
    expect(answer).toMatchObject({ verdict: "provable" });
    expect(answer).toHaveProperty("places.length", 10);
  });

  test("names a line that it cannot read, and accuses nobody", async () => {
    const kept = save("mail.txt", `Dear all,\n${held.keptFreeze}\n${held.receipts[0]}\n`);
    const { code, text } = await run("--draw", draw, `--key=${key}`, "--receipts", kept);
    expect(code).toBe(0);
    expect(text).toMatch(/^\? Line 1 cannot be read/m);
    expect(text).toMatch(/line 3: index 1 has place/);
  });

  test("explains itself, and says in one sentence what is missing", async () => {
    expect(await run("--help")).toMatchObject({
      code: 0,
      text: expect.stringMatching("--receipts"),
    });
    const refused: readonly [code: number, words: string, args: readonly string[]][] = [
      [64, "--key", ["--draw", draw]],
      [64, "verify-draw --help", ["--sraw", draw]],
      [1, "cannot be read", ["--draw", draw, "--key", "x".repeat(44)]],
      [1, "43 characters", ["--draw", draw, "--key", draw]],
      [1, "missing.json", ["--draw", "missing.json", `--key=${key}`]],
    ];
    for (const [code, words, args] of refused) {
      expect(await run(...args)).toMatchObject({ code, text: "" });
      expect((await run(...args)).notes).toContain(words);
    }
  });
});
