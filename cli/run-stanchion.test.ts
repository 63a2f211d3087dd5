import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { projectPath } from "@/tools/stack/paths";
import { createProgram } from "./program";
import { runStanchion } from "./run-stanchion";

async function run(...args: readonly string[]) {
  const printed: string[] = [];
  const noted: string[] = [];
  const output = {
    print: (line: string) => printed.push(line),
    note: (line: string) => noted.push(line),
  };
  const code = await runStanchion(args, output);
  return { code, printed: printed.join("\n"), noted: noted.join("\n") };
}

const { commands } = createProgram({ print: () => {}, note: () => {}, ending: 0 });
type Commands = typeof commands;

/** Every command by the words that one types, those that only group others left out. */
function commandLines(): string[][] {
  const linesOf = (list: Commands): string[][] =>
    list.flatMap((command) =>
      command.commands.length === 0
        ? [[command.name()]]
        : linesOf(command.commands).map((line) => [command.name(), ...line]),
    );
  return linesOf(commands).filter(([name]) => name !== FOR_SHELLS);
}

/** Nobody types it. */
const FOR_SHELLS = "complete-words";

const optionsOf = (list: Commands): string[] =>
  list.flatMap((command) => [
    ...command.options.map(({ long }) => long ?? ""),
    ...optionsOf(command.commands),
  ]);

test("no option is one that Node 20 takes itself, wherever it stands in the line", () => {
  const options = optionsOf(commands);
  expect(options).toContain("--settings-file");
  expect(options.filter((option) => option.startsWith("--env-file"))).toEqual([]);
});

test("help and version go to the output and end with 0", async () => {
  const { version } = JSON.parse(readFileSync(projectPath("package.json"), "utf8"));
  expect(await run("--version")).toEqual({ code: 0, printed: version, noted: "" });
  const help = await run("--help");
  expect(help).toMatchObject({ code: 0, noted: "" });
  for (const [name = ""] of commandLines()) expect(help.printed).toContain(name);
});

test.each(commandLines().map((line) => [line.join(" "), line]))(
  "%s has a help, and ends with 2 and a hint at it when it is used wrongly",
  async (words, line) => {
    const help = await run(...line, "--help");
    expect(help).toMatchObject({ code: 0, noted: "" });
    expect(help.printed).toMatch(new RegExp(`^Usage: stanchion ${words}\\b`));
    const wrong = await run(...line, "--sraw");
    expect(wrong).toMatchObject({ code: 64, printed: "" });
    expect(wrong.noted).toMatch(new RegExp(`^[A-Z].*[.?]\nSee "stanchion ${words} --help"\\.$`));
  },
);

test("a command that is not there ends with 2, and a missing one with the help", async () => {
  expect(await run("mirgate")).toMatchObject({ code: 64, printed: "" });
  expect((await run("mirgate")).noted).toContain("migrate");
  expect(await run("keys")).toMatchObject({ code: 64, printed: "" });
  expect((await run("keys")).noted).toContain("rotate");
});

test("what a person can put right is told in words, without a stack", async () => {
  const failed = await run("admin", "invite", "not an address");
  expect(failed).toEqual({
    code: 1,
    printed: "",
    noted: '"not an address" is not an e-mail address.',
  });
});
