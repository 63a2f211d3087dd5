import { execFileSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import type { Figures } from "@/tools/shared/bars";
import { machineFacts } from "@/tools/shared/machine-facts";
import { projectPath } from "@/tools/stack/paths";
import { say } from "@/tools/stack/run-command";
import { BENCHMARKS } from "../benchmarks";
import { CAPACITY_BENCHMARKS, capacityConstants } from "./constants";

const FILE = "lib/domain/capacity/measured.json";

/**
 * Measures what the capacity plan multiplies by, and writes it with commit, day and machine. Answers 1 when a bar was missed,
 * as `judge` says of each benchmark.
 */
export async function writeConstants(
  judge: (name: string, figures: Figures) => number,
): Promise<number> {
  const measured: Record<string, Figures> = {};
  let code = 0;
  for (const name of CAPACITY_BENCHMARKS) {
    say(`Measuring ${name}`);
    const figures = await (await BENCHMARKS[name]?.())?.measure({});
    if (figures === undefined) throw new Error(`There is no benchmark ${name}.`);
    measured[name] = figures;
    code = Math.max(code, judge(name, figures));
  }
  const { cores, cpu } = machineFacts();
  const day = new Date().toISOString().slice(0, 10);
  const measuredAt = `${day}, ${commit()}, ${cores} cores of ${cpu}`;
  const { "waiting-room": waitingRoom = {}, standing = {}, page = {} } = measured;
  const constants = capacityConstants({ "waiting-room": waitingRoom, standing, page }, measuredAt);
  writeFileSync(projectPath(FILE), `${JSON.stringify(constants, null, 2)}\n`);
  say(`Wrote ${FILE}; npx vitest run test/scaling-document -u brings docs/scaling.md up to date`);
  return code;
}

function commit(): string {
  const git = (...args: string[]) =>
    execFileSync("git", args, { cwd: projectPath(), encoding: "utf8" }).trim();
  const changed =
    git("status", "--porcelain", "--untracked-files=no") === "" ? "" : " with changes";
  return git("rev-parse", "--short=8", "HEAD") + changed;
}
