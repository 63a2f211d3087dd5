import { fork } from "node:child_process";
import { once } from "node:events";
import { availableParallelism } from "node:os";
import { generatePrismaClient } from "../stack/prisma-client";
import { say } from "../stack/run-command";
import { playedVerbs } from "./operators";
import type { Share, ShareReport } from "./play-share";

/** Plays random lives in a process for each core; says the shortest of each batch that broke a promise. */
export async function runLives(what: Omit<Share, "processes" | "index">) {
  await generatePrismaClient();
  const processes = what.path === undefined ? availableParallelism() : 1;
  const reports = new Map<number, ShareReport>();
  const progress = setInterval(() => {
    const { lives, steps } = figuresOf([...reports.values()]);
    say(`${lives} lives, ${steps} steps`);
  }, 60_000);
  try {
    await Promise.all(
      Array.from({ length: processes }, (_, index) =>
        playIn({ ...what, processes, index }, (report) => {
          const known = reports.get(index)?.failures.length ?? 0;
          for (const failure of report.failures.slice(known)) say(failure);
          reports.set(index, report);
        }),
      ),
    );
  } finally {
    clearInterval(progress);
  }
  return figuresOf([...reports.values()]);
}

async function playIn(share: Share, report: (played: ShareReport) => void): Promise<void> {
  const options = { execArgv: ["--import", "tsx"] };
  const program = new URL("./play-share.ts", import.meta.url);
  const child = fork(program, [JSON.stringify(share)], options);
  // What it sends is a report.
  child.on("message", (message) => report(message as ShareReport));
  const [code] = await once(child, "exit");
  if (code !== 0) throw new Error(`A process that plays lives ended with ${code}.`);
}

/** `verbs` is how many different ones were called, `violations` how many lives broke a promise. */
function figuresOf(reports: readonly ShareReport[]) {
  const sum = (of: (report: ShareReport) => number) =>
    reports.reduce((total, report) => total + of(report), 0);
  const names = new Set(reports.flatMap((report) => report.names));
  const all = [...playedVerbs()];
  const verbs = all.filter((name) => names.has(name)).length;
  return {
    lives: sum(({ lives }) => lives),
    steps: sum(({ steps }) => steps),
    verbs,
    verbsNotPlayed: all.length - verbs,
    violations: sum(({ failures }) => failures.length),
  };
}
