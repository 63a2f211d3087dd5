import { execFileSync } from "node:child_process";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { machineFacts } from "@/tools/shared/machine-facts";
import { writeProofs } from "../tools/prove/document";
import { commandLine, isNamed, PROOFS, type Proved, runProof } from "../tools/prove/run-proofs";
import { projectPath } from "../tools/stack/paths";
import { choose, runTool, say } from "../tools/stack/run-command";

const USAGE = `Runs every command that proves something against the bars in tools/prove/bars.ts, short ones first, goes on
after one that fails, and writes docs/proofs.md. All of them take some hours, and want a machine on which nothing else runs.
Exits with 1 when one has missed a bar, or could not be run.

  npm run prove
  npm run prove -- --only attack,"bench page"

  --only NAMES  some commands, by their names, or by what several begin with
  --list        says all commands
  --json        one JSON object as the last line: {proofs, red, notRun, minutes}
  --help        this text`;

const OPTIONS = { only: { type: "string" }, list: { type: "boolean", default: false } } as const;

const PAGE = projectPath("docs", "proofs.md");

runTool(USAGE, { options: OPTIONS }, async ({ values }) => {
  const chosen = choose(values.only, PROOFS, "--list tells them all", isNamed);
  if (values.list) {
    for (const name of chosen) console.log(commandLine(name));
    return 0;
  }
  const occasion = thisOccasion();
  const proved: Proved[] = [];
  for (const proof of chosen) {
    const one = await runProof(proof, say);
    proved.push(one);
    const page = existsSync(PAGE) ? readFileSync(PAGE, "utf8") : "";
    writeFileSync(PAGE, writeProofs(page, one, { proofs: PROOFS, occasion }));
    console.log(`${one.state.padEnd(8)} ${commandLine(proof)}`);
  }
  const count = (state: Proved["state"]) => proved.filter((one) => one.state === state).length;
  const seconds = proved.reduce((sum, one) => sum + one.seconds, 0);
  const [red, notRun, minutes] = [count("red"), count("not run"), Math.round(seconds / 60)];
  console.log(`${proved.length} proofs in ${minutes} minutes: ${red} red, ${notRun} not run.`);
  if (values.json) console.log(JSON.stringify({ proofs: proved.length, red, notRun, minutes }));
  return red + notRun === 0 ? 0 : 1;
});

function thisOccasion() {
  const git = (...args: string[]) =>
    execFileSync("git", args, { cwd: projectPath(), encoding: "utf8" }).trim();
  // The page itself is written while it runs.
  const others = ["--", ".", ":!docs/proofs.md"];
  const isChanged = git("status", "--porcelain", "--untracked-files=no", ...others) !== "";
  const { cores, cpu, node } = machineFacts();
  return {
    commit: git("rev-parse", "--short=8", "HEAD") + (isChanged ? " with changes" : ""),
    date: new Date().toISOString().slice(0, 10),
    machine: `${cores} × ${cpu.split(" @")[0]}, Node ${node}`,
  };
}
