import { spawnSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { bundleCli } from "@/tools/cli-package/bundle";
import { temporaryDirectory } from "@/tools/stack/temporary-directory";

let home = "";
let path = "";
beforeAll(async () => {
  home = await temporaryDirectory("stanchion-completion-");
  await bundleCli(home, "0");
  writeFileSync(join(home, "package.json"), '{"type":"module"}');
  mkdirSync(join(home, "bin"));
  const program = `#!/bin/sh\nexec "${process.execPath}" "${join(home, "stanchion.js")}" "$@"\n`;
  writeFileSync(join(home, "bin/stanchion"), program, { mode: 0o755 });
  path = `${join(home, "bin")}:${process.env["PATH"]}`;
});
afterAll(() => rm(home, { recursive: true }));

function run(shell: string, script: string) {
  const env = { PATH: path, HOME: home, NODE_ENV: "production" as const };
  return spawnSync(shell, ["-c", script], { env, encoding: "utf8" });
}

/** What bash offers for these words, the last of which is being typed. */
function offered(...words: readonly string[]): readonly string[] {
  const quoted = ["stanchion", ...words].map((word) => `'${word}'`).join(" ");
  const { stdout, stderr, status } = run(
    "bash",
    `set -e; source <(stanchion completion bash)
complete -p stanchion | grep -q -- '-F _stanchion' || exit 9
COMP_WORDS=(${quoted}); COMP_CWORD=${words.length}
_stanchion || true
printf '%s\\n' "\${COMPREPLY[@]}"`,
  );
  expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
  return stdout.split("\n").filter((line) => line !== "");
}

test("bash completes commands, what is below them, and their options", () => {
  expect(offered("ev")).toEqual(["events"]);
  expect(offered("")).toEqual(expect.arrayContaining(["login", "events", "draw", "plan"]));
  expect(offered("")).not.toContain("complete-words");
  expect(offered("events", "st")).toEqual(["start", "start-now", "stop"]);
  expect(offered("events", "list", "--st")).toEqual(["--status"]);
  expect(offered("draw", "")).toContain("verify");
  expect(offered("--ver")).toEqual(["--version"]);
});

test("bash completes values that are known, and nothing where none is", () => {
  expect(offered("events", "list", "--output", "")).toEqual(["table", "yaml", "json"]);
  expect(offered("login", "--access", "o")).toEqual(["operator"]);
  expect(offered("completion", "z")).toEqual(["zsh"]);
  expect(offered("events", "list", "--nothing")).toEqual([]);
});

test.each(["bash", "zsh", "fish"])("what is for %s is written in its language", (shell) => {
  const isThere = spawnSync(shell, ["-c", "exit"]).status === 0;
  const { stdout, status } = run("sh", `stanchion completion ${shell}`);
  expect([status, stdout]).toEqual([0, expect.stringContaining("complete-words")]);
  // Not on every machine.
  if (!isThere) return;
  const file = join(home, `completion.${shell}`);
  writeFileSync(file, stdout);
  const checked = spawnSync(shell, ["-n", file], { encoding: "utf8" });
  expect([checked.status, checked.stderr]).toEqual([0, ""]);
});
