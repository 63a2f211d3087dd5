import { expect, test } from "vitest";
import {
  effectOf,
  HEALTH_TABLE,
  type HealthCode,
  healthOf,
  PROGRAMS,
  statusCodeOf,
} from "@/lib/health/health";
import { projectPath } from "@/tools/stack/paths";

const HEAD = `# How a process says that it is well

Every process answers two questions, from memory and without asking anybody, so that probes cost nothing:

| | Waiting room | Console | Worker |
|---|---|---|---|
| Port | \`WAITING_ROOM_PORT\`, \`WAITING_ROOM_TLS_PORT\` | \`CONSOLE_PORT\` | \`WORKER_PORT\` (3002; 0: none) |
| Alive? | \`/health/live\` | \`/health/live\` | \`/health/live\` |
| Ready? | \`/health/ready\` | \`/health/ready\` | \`/health/ready\` |

\`/health/live\` answers 200 while the process works, and nothing while it hangs: end it then. \`/health/ready\` answers 200
for \`ready\` and \`degraded\`, and 503 for \`unready\`: then a balancer should send it nobody. It says what is wrong:

\`\`\`json
{
  "program": "waiting-room",
  "status": "degraded",
  "findings": [{ "code": "redis.unreachable", "what": "Redis has not answered for five seconds. …" }]
}
\`\`\`

A waiting room that has no Redis any more is degraded and stays in its balancer:
[without it visitors would see an error page](decisions/0044-a-room-without-redis-stays-in-its-balancer.md). One that has
never reached Redis does not listen at all: it waits, and says so once in its log. \`/health\` and \`/api/health\` answer 200 as long as the process lives.

Nothing secret stands in the answers, but a proxy may well keep \`/health/\` to itself.
[\`stanchion check\`](check.md) looks at the whole installation instead of one process; for its question about proxies
\`/health/hops\` has to come through.

## At the end

After SIGTERM \`/health/ready\` says 503 at once. The process takes connections and answers for \`DRAIN_SECONDS\` (5) more, so
that balancers notice; then it takes no new ones and finishes what it has. A worker takes no new jobs from the first moment on. Probe
at least every second or two, or set \`DRAIN_SECONDS\` longer. Give the process \`DRAIN_SECONDS\` and ten seconds before it is
killed, a worker thirty seconds.

## Codes

Codes stay the same from version to version; the sentences may change. A program that cannot find something out never says it (–).
Each finding also stands in the log, once when it begins and once when it is over; the same failure is logged at most once in five
seconds, with the number of those between as \`repeated\`. \`npm run chaos -- told\` brings each fault about
in each program and compares.

A program that is **refused** at its start (password, database, somebody else's Redis) ends with one line and 1; a server that
is **away** is waited for. While it runs, it ends only where it would work on somebody else's data: where Redis turns out to be
[another installation's](decisions/0127-an-installation-knows-its-redis.md), or lacks the database of \`REDIS_URL\`.
`;

const TITLES = { "waiting-room": "Waiting room", console: "Console", worker: "Worker" } as const;

// Object.keys forgets that these are the codes.
const CODES = Object.keys(HEALTH_TABLE) as HealthCode[];

function row(code: HealthCode): string {
  const effects = PROGRAMS.map((program) => effectOf(program, code) ?? "–");
  return `| \`${code}\` | ${HEALTH_TABLE[code].means} | ${effects.join(" | ")} |`;
}

test("docs/health.md names every code, and what it does to whom", async () => {
  const head = ["Code", "What it means", ...PROGRAMS.map((program) => TITLES[program])];
  const table = [
    `| ${head.join(" | ")} |`,
    `|${head.map(() => "---|").join("")}`,
    ...CODES.map(row),
  ];
  const text = `${HEAD}\n${table.join("\n")}\n`;
  await expect(text).toMatchFileSnapshot(projectPath("docs/health.md"));
});

test("a finding keeps a process from being ready only where it should get no work", () => {
  expect(healthOf("waiting-room", [])).toEqual({
    program: "waiting-room",
    status: "ready",
    findings: [],
  });
  const statusOf = (...args: Parameters<typeof healthOf>) => statusCodeOf(healthOf(...args));
  expect(statusOf("waiting-room", ["redis.unreachable", "clock.off", "redis.unsafe"])).toBe(200);
  expect(statusOf("waiting-room", ["redis.unreachable", "process.draining"])).toBe(503);
  expect(statusOf("worker", ["postgres.unreachable"])).toBe(200);
  expect(statusOf("console", ["postgres.unreachable"])).toBe(503);
});
