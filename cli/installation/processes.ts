import type { Redis } from "ioredis";
import { listPresent, type Presence, readLastTick } from "@/lib/line/commands/presence";
import { VERSION } from "@/lib/platform/version";
import { type Finding, type Findings, finder } from "./finding";

export const PROCESS_FINDINGS: Findings<
  | "processes.no-console"
  | "processes.no-waiting-room"
  | "processes.no-worker"
  | "processes.worker-stalled"
  | "processes.version-differs"
  | "processes.unwell"
> = {
  "processes.no-console": {
    severity: "error",
    means: "No console has told Redis within twenty seconds that it runs.",
    todo: "Start stanchion console, and look into its log.",
  },
  "processes.no-waiting-room": {
    severity: "error",
    means: "No waiting room has told Redis within twenty seconds that it runs.",
    todo: "Start stanchion waiting-room, and look into its log.",
  },
  "processes.no-worker": {
    severity: "error",
    means: "No worker has told Redis within twenty seconds that it runs.",
    todo: "Start stanchion worker, and look into its log.",
  },
  "processes.worker-stalled": {
    severity: "error",
    means: "Workers run, and none has ticked the lines for fifteen seconds.",
    todo: "Look into the log of the worker, and restart it.",
  },
  "processes.version-differs": {
    severity: "warning",
    means: "Processes of several versions run at the same time, as they do during an upgrade.",
    todo: "End the upgrade: restart those of the older version.",
  },
  "processes.unwell": {
    severity: "warning",
    means: "A process says that it is not well.",
    todo: "See docs/health.md for its codes, and the log of that process.",
  },
};

const found = finder(PROCESS_FINDINGS);
const NEEDED = ["console", "waiting-room", "worker"] as const;
const TICKED_MS = 15_000;

/** Which processes run, by what they tell each other in Redis. */
export async function checkProcesses(redis: Redis): Promise<Finding[]> {
  const present = await listPresent(redis);
  const runs = (program: string) => present.some((one) => one.program === program);
  const findings = NEEDED.filter((program) => !runs(program)).map((program) =>
    found(`processes.no-${program}`),
  );
  if (runs("worker") && (await isStalled(redis))) findings.push(found("processes.worker-stalled"));
  return [...findings, ...compareVersions(present), ...findUnwell(present)];
}

async function isStalled(redis: Redis): Promise<boolean> {
  const [seconds = 0] = (await redis.time()).map(Number);
  return seconds * 1_000 - (await readLastTick(redis)) > TICKED_MS;
}

function compareVersions(present: readonly Presence[]): Finding[] {
  const others = present.filter(({ version }) => version !== VERSION);
  if (others.length === 0) return [];
  const named = others.map(({ program, version }) => `${program} ${version}`);
  return [
    found(
      "processes.version-differs",
      `This is ${VERSION}; there run ${[...new Set(named)].join(", ")}.`,
    ),
  ];
}

function findUnwell(present: readonly Presence[]): Finding[] {
  return present
    .filter(
      ({ status, codes }) =>
        status !== "ready" && codes[0] !== "process.starting" && codes[0] !== "process.draining",
    )
    .map(({ program, id, status, codes }) =>
      found("processes.unwell", `The ${program} process ${id} is ${status}: ${codes.join(", ")}.`),
    );
}
