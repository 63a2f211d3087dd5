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
    means: "The process is still starting.",
    ...{ console: "unready", worker: "unready" },
  },
  "process.draining": {
    means: "The process is shutting down. It finishes current requests and should get no new ones.",
    ...ENDING,
  },
  "redis.unreachable": {
    means:
      "Redis has not responded for five seconds. Visitors keep their places; nobody can join or be admitted.",
    ...REDIS,
  },
  "redis.refused": {
    means:
      "Redis rejects the user or password in REDIS_URL. Visitors keep their places; nobody can join or be admitted.",
    ...REDIS,
  },
  "redis.memory-full": {
    means:
      "Redis is out of memory and rejects writes: nobody can join or be admitted. Raise its maxmemory.",
    ...REDIS,
  },
  "redis.cannot-save": {
    means:
      "Redis can't write its append-only file or snapshot and rejects writes: nobody can join or be admitted. Free disk space and check the Redis log.",
    ...REDIS,
  },
  "redis.read-only": {
    means:
      "Redis rejects writes: it is a replica, or has fewer replicas than min-replicas-to-write. Nobody can join or be admitted.",
    ...REDIS,
  },
  "redis.unsafe": {
    means: "The Redis configuration could lose the line. See the log for the settings to change.",
    "waiting-room": "degraded",
    worker: "degraded",
  },
  "postgres.unreachable": {
    means:
      "Postgres has not responded for five seconds. The line keeps running; the console can't save changes.",
    console: "unready",
    worker: "degraded",
  },
  "postgres.refused": {
    means:
      "Postgres rejects the user, password or database in DATABASE_URL. The line keeps running; the console can't save changes.",
    console: "unready",
    worker: "degraded",
  },
  "clock.off": {
    means:
      "This machine's clock differs from Redis or Postgres by more than five seconds. Synchronise all clocks with NTP.",
    ...EVERYWHERE,
  },
  "keys.cannot-open": {
    means:
      "Some data is encrypted with a master key this process does not have. Add the key to PREVIOUS_MASTER_KEYS; run stanchion keys status for details.",
    ...EVERYWHERE,
  },
  "worker.not-ticking": {
    means:
      "No worker has ticked the lines for fifteen seconds, so idle lines are stalled. Start a worker, or check its log.",
    ...REDIS,
  },
  "worker.job-stuck": {
    means:
      "A job has been running for two minutes. If this persists, check the log and restart the worker.",
    worker: "unready",
  },
  "audit.altered": {
    means:
      "An audit log does not match its anchor outside the database, or the anchors are missing. Run stanchion verify-audit for details.",
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

/** With one of these a waiting room serves those who wait, and lets nobody join or in. */
const WITHOUT_LINE: ReadonlySet<HealthCode> = new Set([
  "process.draining",
  "redis.unreachable",
  "redis.refused",
  "redis.memory-full",
  "redis.cannot-save",
  "redis.read-only",
]);

/** What `/health/line` answers: 503 where a balancer does better to send visitors to a room that lets them join. */
export function lineStatusCodeOf({ findings }: Health): 200 | 503 {
  return findings.some(({ code }) => WITHOUT_LINE.has(code)) ? 503 : 200;
}

/** The status of the answer: balancers take only that. */
export function statusCodeOf({ status }: Health): 200 | 503 {
  return status === "unready" ? 503 : 200;
}

/** What `/health/live` answers: a process that can say so is alive. */
export function liveness(program: Program) {
  return { program, status: "live" } as const;
}
