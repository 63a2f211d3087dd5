import { setMaxListeners } from "node:events";
import type { PublicLine } from "@/lib/domain/line/public-line";
import { HttpClient } from "@/rehearsal/crowd/http-client";
import { newObservation, type Observation } from "@/rehearsal/crowd/observation";
import { visit } from "@/rehearsal/crowd/visitor";
import { sleep } from "../shared/time";
import { proveWithoutVendor, startSolvers } from "./solvers";

type CrowdOptions = {
  readonly shop: URL;
  readonly visitors: number;
  readonly perSecond: number;
  /** Share of visitors who join and never come back. */
  readonly absent: number;
  readonly timeoutSeconds: number;
  readonly onProgress: (line: string) => void;
  readonly isDisturbed?: () => boolean;
};

const PROGRESS_MS = 5_000;
const SOLVERS = 2;

export function startCrowd(options: CrowdOptions) {
  const observations: Observation[] = [];
  // What was seen grows while the crowd is under way.
  return { observations, result: run(options, observations) };
}

async function run(options: CrowdOptions, observations: Observation[]) {
  const home = new AbortController();
  // Every visitor listens to it while asleep.
  setMaxListeners(0, home.signal);
  const solvers = startSolvers(SOLVERS);
  let lastHeard: Pick<PublicLine, "now" | "holes"> = { now: 0, holes: [] };
  let outflowPerMinute = 0;
  // Requests that failed while faults were being made.
  let disturbedErrors = 0;
  const scene = {
    shop: options.shop,
    signal: home.signal,
    isDisturbed: options.isDisturbed ?? (() => false),
    onLine: (heard: PublicLine) => {
      if (heard.now > lastHeard.now) lastHeard = heard;
      outflowPerMinute = Math.max(outflowPerMinute, heard.outflow);
    },
    onDisturbedError: () => {
      disturbedErrors += 1;
    },
    prove: proveWithoutVendor(async (challenge) => (await solvers.solve(challenge)).proof),
  };
  const progress = setInterval(() => options.onProgress(summary(observations)), PROGRESS_MS);
  const timeout = setTimeout(() => home.abort(), options.timeoutSeconds * 1_000);
  const visits: Promise<void>[] = [];
  const startedAtMs = performance.now();
  for (let index = 0; index < options.visitors && !home.signal.aborted; index += 1) {
    const dueAtMs = startedAtMs + (index / options.perSecond) * 1_000;
    const waitMs = dueAtMs - performance.now();
    if (waitMs > 1) await sleep(waitMs);
    // Spread evenly, so that the share holds for every stretch of the line.
    const isAbsent = Math.floor((index + 1) * options.absent) > Math.floor(index * options.absent);
    const seen = newObservation(!isAbsent, performance.now());
    observations.push(seen);
    visits.push(visit(scene, seen, new HttpClient({ address: addressOf(index) })));
  }
  await Promise.all(visits);
  await solvers.close();
  clearInterval(progress);
  clearTimeout(timeout);
  return { observations, outflowPerMinute, holes: lastHeard.holes, disturbedErrors };
}

/** Everybody has an address of their own, as a trusted proxy would say: all of them come from this machine. */
function addressOf(index: number): string {
  return `10.${[index >> 16, index >> 8, index].map((part) => part & 255).join(".")}`;
}

function summary(observations: readonly Observation[]): string {
  const joined = observations.filter(({ numbers }) => numbers.length > 0).length;
  const entered = observations.filter(({ entered }) => entered).length;
  const errors = observations.reduce((sum, one) => sum + one.errors.length, 0);
  return `${observations.length} arrived, ${joined} in line, ${entered} let in, ${errors} errors`;
}
