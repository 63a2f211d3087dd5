/** The programs that have a health. */
export const PROGRAMS = ["waiting-room", "console", "worker"] as const;
export type Program = (typeof PROGRAMS)[number];

type Effect = "degraded" | "unready";
const EVERYWHERE = { "waiting-room": "degraded", console: "degraded", worker: "degraded" } as const;
/** A worker without Redis has no work; whoever waits still has to be answered. */
const REDIS = { "waiting-room": "degraded", console: "degraded", worker: "unready" } as const;
const ENDING = { "waiting-room": "unready", console: "unready", worker: "unready" } as const;

/**
 * What may be wrong with a process, by a code that never changes: what it means, which programs can say it, and what it does
 * to them. Unready is only who should get no work: a waiting room without Redis still answers who waits, and a balancer without
 * any room would show them an error page. Each of these cells is brought about by `npm run chaos -- told`.
 */
export const HEALTH_TABLE = {
  "process.starting": {
    means: "The process has not come far enough to do its work.",
    ...{ console: "unready", worker: "unready" },
  },
  "process.draining": {
    means: "The process ends soon. It serves what it is asked, and should get no new work.",
    ...ENDING,
  },
  "redis.unreachable": {
    means:
      "Redis has not answered for five seconds. Whoever waits keeps their place; nobody gets a number or goes in.",
    ...REDIS,
  },
  "redis.refused": {
    means:
      "Redis does not let this process in any more: its user or password is not that of REDIS_URL. Whoever waits keeps their place; nobody gets a number or goes in.",
    ...REDIS,
  },
  "redis.memory-full": {
    means:
      "The memory of Redis is full, so that it takes no writes: nobody gets a number or goes in. Raise its maxmemory.",
    ...REDIS,
  },
  "redis.cannot-save": {
    means:
      "Redis cannot write its journal or snapshot, so that it takes no writes: nobody gets a number or goes in. Make room on its disk, and look into its log.",
    ...REDIS,
  },
  "redis.read-only": {
    means:
      "Redis takes no writes: it is a replica, or has fewer replicas than min-replicas-to-write. Nobody gets a number or goes in.",
    ...REDIS,
  },
  "redis.unsafe": {
    means: "Redis is set up so that it could lose the line; the log says what to set.",
    "waiting-room": "degraded",
    worker: "degraded",
  },
  "postgres.unreachable": {
    means:
      "Postgres has not answered for five seconds. The line goes on; nothing can be changed in the console.",
    console: "unready",
    worker: "degraded",
  },
  "postgres.refused": {
    means:
      "Postgres does not let this process in any more: user, password or database are not those of DATABASE_URL. The line goes on; nothing can be changed in the console.",
    console: "unready",
    worker: "degraded",
  },
  "clock.off": {
    means:
      "The clock of this machine is more than five seconds away from that of Redis or Postgres. Keep all clocks with NTP.",
    ...EVERYWHERE,
  },
  "keys.cannot-open": {
    means:
      "Something is sealed with a master key that this process does not have. Add it to PREVIOUS_MASTER_KEYS; stanchion keys status counts what it is.",
    ...EVERYWHERE,
  },
  "worker.not-ticking": {
    means:
      "No worker has ticked the lines for fifteen seconds: lines that nobody looks at stand still. Start a worker, or look into its log.",
    ...REDIS,
  },
  "worker.job-stuck": {
    means:
      "A job has been at work for two minutes. If it stays so, look into the log and restart the worker.",
    worker: "unready",
  },
  "audit.altered": {
    means:
      "An audit log is not what was anchored outside of the database, or the anchors were lost; stanchion verify-audit says which.",
    console: "degraded",
    worker: "degraded",
  },
} as const satisfies Readonly<
  Record<string, { readonly means: string } & { readonly [Name in Program]?: Effect }>
>;
export type HealthCode = keyof typeof HEALTH_TABLE;

/** What a code does to a program; null where the program never says it. */
export function effectOf(program: Program, code: HealthCode): Effect | null {
  const effects: { readonly [Name in Program]?: Effect } = HEALTH_TABLE[code];
  return effects[program] ?? null;
}

/** What `/health/ready` answers. */
export type Health = {
  readonly program: Program;
  readonly status: "ready" | "degraded" | "unready";
  readonly findings: readonly { readonly code: HealthCode; readonly what: string }[];
};

/** The health of a process with these findings: unready only where it should get no work. */
export function healthOf(program: Program, codes: readonly HealthCode[]): Health {
  const findings = [...new Set(codes)].map((code) => ({ code, what: HEALTH_TABLE[code].means }));
  if (findings.length === 0) return { program, status: "ready", findings };
  const isUnready = findings.some(({ code }) => effectOf(program, code) === "unready");
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
