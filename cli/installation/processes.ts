import { listPresent, type Presence, readLastTick } from "@/lib/line/commands/presence";
import type { Redis } from "@/lib/line/redis-client";
import { redisTimeMs } from "@/lib/line/redis-time";
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
    means: "No console is running (no heartbeat in twenty seconds).",
    todo: "Run stanchion console, and check its log.",
  },
  "processes.no-waiting-room": {
    severity: "error",
    means: "No waiting room is running (no heartbeat in twenty seconds).",
    todo: "Run stanchion waiting-room, and check its log.",
  },
  "processes.no-worker": {
    severity: "error",
    means: "No worker is running (no heartbeat in twenty seconds).",
    todo: "Run stanchion worker, and check its log.",
  },
  "processes.worker-stalled": {
    severity: "error",
    means: "Workers are running, but none has ticked the lines for fifteen seconds.",
    todo: "Check the worker's log and restart it.",
  },
  "processes.version-differs": {
    severity: "warning",
    means: "Processes of several versions are running, as during an upgrade.",
    todo: "Finish the upgrade: restart processes of the older version.",
  },
  "processes.unwell": {
    severity: "warning",
    means: "A process reports a problem.",
    todo: "See docs/health.md for the codes, and check the process's log.",
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
  return (await redisTimeMs(redis)) - (await readLastTick(redis)) > TICKED_MS;
}

function compareVersions(present: readonly Presence[]): Finding[] {
  const others = present.filter(({ version }) => version !== VERSION);
  if (others.length === 0) return [];
  const named = others.map(({ program, version }) => `${program} ${version}`);
  return [
    found(
      "processes.version-differs",
      `This is ${VERSION}; also running: ${[...new Set(named)].join(", ")}.`,
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
