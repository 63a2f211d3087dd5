/** The programs that have a health. */
export const PROGRAMS = ["waiting-room", "console", "worker"] as const;
export type Program = (typeof PROGRAMS)[number];

/** What may be wrong with a process, by a code that never changes, and what it means. */
export const HEALTH_CODES = {
  "process.starting": "The process has not come far enough to do its work.",
  "process.draining":
    "The process ends soon. It serves what it is asked, and should get no new work.",
  "redis.unreachable":
    "Redis has not answered for five seconds. Whoever waits keeps their place; nobody gets a number or goes in.",
  "redis.unsafe": "Redis is set up so that it could lose the line; the log says what to set.",
  "postgres.unreachable":
    "Postgres has not answered for five seconds. The line goes on; nothing can be changed in the console.",
  "clock.off":
    "The clock of this machine is more than five seconds away from that of Redis or Postgres. Keep all clocks with NTP.",
  "worker.not-ticking":
    "No worker has ticked the lines for fifteen seconds: lines that nobody looks at stand still.",
  "worker.job-stuck":
    "A job has been at work for two minutes. If it stays so, look into the log and restart the worker.",
  "audit.altered":
    "An audit log is not what was anchored outside of the database, or the anchors were lost; stanchion verify-audit says which.",
} as const;
export type HealthCode = keyof typeof HEALTH_CODES;

/**
 * What makes a process unready. Everything else degrades it, and it keeps its visitors: a waiting room without
 * Redis still answers who waits, and a balancer without any room would show them an error page.
 */
const UNREADY: Readonly<Record<Program, readonly HealthCode[]>> = {
  "waiting-room": ["process.starting", "process.draining"],
  console: ["process.starting", "process.draining", "postgres.unreachable"],
  worker: [
    "process.starting",
    "process.draining",
    "redis.unreachable",
    "worker.not-ticking",
    "worker.job-stuck",
  ],
};

/** What `/health/ready` answers. */
export type Health = {
  readonly program: Program;
  readonly status: "ready" | "degraded" | "unready";
  readonly findings: readonly { readonly code: HealthCode; readonly what: string }[];
};

/** The health of a process with these findings: unready only where it should get no work. */
export function healthOf(program: Program, codes: readonly HealthCode[]): Health {
  const findings = [...new Set(codes)].map((code) => ({ code, what: HEALTH_CODES[code] }));
  if (findings.length === 0) return { program, status: "ready", findings };
  const isUnready = findings.some(({ code }) => UNREADY[program].includes(code));
  return { program, status: isUnready ? "unready" : "degraded", findings };
}

/** The status of the answer: balancers take only that. */
export function statusCodeOf({ status }: Health): 200 | 503 {
  return status === "unready" ? 503 : 200;
}

/** What `/health/live` answers: a process that can say so is alive. */
export function liveness(program: Program) {
  return { program, status: "live" } as const;
}
