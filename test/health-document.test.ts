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

const HEAD = `# Health of a process

After this page you can probe every process, and stop one without errors. Probes are answered from memory.

| | Waiting room | Console | Worker |
|---|---|---|---|
| Port | \`WAITING_ROOM_PORT\`, \`WAITING_ROOM_TLS_PORT\` | \`CONSOLE_PORT\`, [API](api/README.md) \`API_PORT\` | \`WORKER_PORT\` (3002; 0: none) |
| \`/health/live\` | 200 while it works; if it hangs, restart it | Same | Same |
| \`/health/ready\` | 200 for \`ready\` and \`degraded\`; 503 for \`unready\`: send nobody | Same | Same |
| \`/health/line\` | 503 if nobody can join or be admitted here: prefer [another region](scaling.md#several-regions) | – | – |

\`\`\`json
{
  "program": "waiting-room",
  "status": "degraded",
  "findings": [{ "code": "redis.unreachable", "what": "Redis has not responded for five seconds. …" }]
}
\`\`\`

Without Redis a waiting room stays in its balancer, so that visitors see no error page; one that never reached Redis does not
listen yet. \`/health\` of a waiting room and \`/api/health\` of a console answer 200 while the process lives. Answers hold no
secrets; your proxy may block \`/health/\` except \`/health/hops\`, which [\`stanchion check\`](check.md) needs.

## At the end

After SIGTERM \`/health/ready\` is 503 at once. The process serves for \`DRAIN_SECONDS\` (5), then finishes what it has. A worker
takes no new jobs from the start. Probe every second or two. Kill a waiting room no earlier than \`DRAIN_SECONDS\` and ten
seconds later, others after \`DRAIN_SECONDS\` and thirty.

A program that is **refused** (password, database, another installation's Redis) exits with one line and code 1; it waits for a
server that is **away**. While running it exits only if Redis turns out to be another installation's; a worker also if Redis lacks its
database. Others then say \`redis.refused\` until restarted.

## Codes

Codes are stable. \`–\`: this program cannot see it. Each finding is logged when it begins and ends; repeated failures at most every
five seconds, with the count in \`repeated\`.
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
