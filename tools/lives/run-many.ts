import { fork } from "node:child_process";
import { availableParallelism } from "node:os";
import { generatePrismaClient } from "../stack/prisma-client";
import { playedVerbs } from "./operators";
import type { Share, ShareReport } from "./run-lives";

export type LivesFigures = {
  readonly lives: number;
  readonly steps: number;
  /** How many different verbs were called. */
  readonly verbs: number;
  readonly verbsNotPlayed: number;
  /** Lives that broke a promise. */
  readonly violations: number;
};

export type RunLives = Pick<Share, "lives" | "seed" | "path" | "seconds"> & {
  readonly say: (line: string) => void;
};

const SAID_EVERY_MS = 60_000;

/**
 * Plays random lives in a process for each core, each on a Redis and a Postgres of its own. Says the shortest life of
 * each batch that broke a promise. Ends early, with what was played, once `seconds` have passed.
 */
export async function runLives({ say, ...what }: RunLives): Promise<LivesFigures> {
  await generatePrismaClient();
  const processes = what.path === undefined ? availableParallelism() : 1;
  const reports = new Map<number, ShareReport>();
  const progress = setInterval(() => {
    const { lives, steps } = figuresOf([...reports.values()]);
    say(`${lives} lives, ${steps} steps`);
  }, SAID_EVERY_MS);
  try {
    const indexes = Array.from({ length: processes }, (_, index) => index);
    await Promise.all(
      indexes.map((index) =>
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

/** Plays a share in a process of its own. */
function playIn(share: Share, report: (played: ShareReport) => void): Promise<void> {
  return new Promise((resolve, reject) => {
    const child = fork(new URL("./play-share.ts", import.meta.url), [JSON.stringify(share)], {
      execArgv: ["--import", "tsx"],
    });
    // What it sends is a report.
    child.on("message", (message) => report(message as ShareReport));
    child.on("error", reject);
    child.on("exit", (code) => {
      if (code === 0) resolve();
      else reject(new Error(`A process that plays lives ended with ${code}.`));
    });
  });
}

function figuresOf(reports: readonly ShareReport[]): LivesFigures {
  const sum = (of: (report: ShareReport) => number) =>
    reports.reduce((total, report) => total + of(report), 0);
  const names = new Set(reports.flatMap((report) => report.names));
  const verbs = [...playedVerbs()];
  const played = verbs.filter((name) => names.has(name)).length;
  return {
    lives: sum(({ lives }) => lives),
    steps: sum(({ steps }) => steps),
    verbs: played,
    verbsNotPlayed: verbs.length - played,
    violations: sum(({ failures }) => failures.length),
  };
}
