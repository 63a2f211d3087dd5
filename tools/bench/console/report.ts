import { randomBytes } from "node:crypto";
import { build } from "esbuild";
import { projectPath } from "@/tools/stack/paths";
import { queryPostgres } from "@/tools/stack/postgres";
import { runNode } from "@/tools/stack/run-to-end";

const ADMISSIONS = 1_000_000;
const PER_MINUTE = 50_000;

/** Writes the report of a million admissions in a process of its own: how long that takes, and the most memory that it had. */
export async function measureReport(databaseUrl: string) {
  const runId = await seedRun(databaseUrl);
  // As one file, like all that runs in production: a compiler in the process would count as memory of the report.
  const outfile = projectPath(".build/bench/report-once.mjs");
  await build({
    entryPoints: [projectPath("tools/bench/console/report-once.ts")],
    ...{ outfile, bundle: true, platform: "node", format: "esm", target: "node20" },
    ...{ packages: "external", tsconfig: projectPath("tsconfig.json"), logLevel: "error" },
  });
  const env = { DATABASE_URL: databaseUrl };
  const { output } = await runNode({ args: [outfile, runId], env });
  const { rows, ...figures }: Record<"reportSeconds" | "reportMegabytes" | "rows", number> =
    JSON.parse(output.trim().split("\n").at(-1) ?? "");
  if (rows !== ADMISSIONS) throw new Error(`The report has ${rows} admissions.`);
  return figures;
}

/** Stores a run that is over, as a sale at 50,000 a minute leaves it, with figures by minute. Answers its id in the database. */
async function seedRun(databaseUrl: string): Promise<string> {
  const name = `b${randomBytes(6).toString("hex")}`;
  const [customerId, eventId, runId] = [`cus_${name}`, `evt_${name}`, `run_${name}`];
  const minutes = Math.ceil(ADMISSIONS / PER_MINUTE);
  const start = `date_trunc('hour', now() AT TIME ZONE 'UTC') - interval '${minutes + 120} minutes'`;
  const statements = [
    `INSERT INTO "Customer" ("id", "wireId", "name") VALUES ('${customerId}', '${name}', 'Bench')`,
    `INSERT INTO "Event" ("id", "customerId", "wireId", "name", "kind", "settings", "status", "currentRun", "updatedAt")
     VALUES ('${eventId}', '${customerId}', 'sale', 'Sale', 'always_on', '{"targetUrl": "https://shop.example/", "brandName": "Bench"}', 'stopped', 1, now())`,
    `INSERT INTO "Run" ("id", "eventId", "number", "openedAt", "endedAt")
     VALUES ('${runId}', '${eventId}', 1, ${start}, ${start} + interval '${minutes + 1} minutes')`,
    `INSERT INTO "Admission" ("runId", "lane", "queueNumber", "renewal", "queueId", "redirectType", "admittedAt")
     SELECT '${runId}', 0, n, 0, gen_random_uuid()::text, 'queue',
       ${start} + n * interval '${60_000_000 / PER_MINUTE} microseconds'
     FROM generate_series(1, ${ADMISSIONS}) AS n`,
    `INSERT INTO "HourFigure" ("runId", "lane", "hour", "part", "kind", "counts")
     SELECT '${runId}', 0, hour, 0, kind, array_fill(${PER_MINUTE}, ARRAY[60])
     FROM (SELECT floor(extract(epoch FROM ${start}) / 3600)::int AS first) AS of,
       generate_series(of.first, of.first + ${Math.ceil(minutes / 60)}) AS hour,
       unnest(ARRAY['joins', 'outflow', 'arrivals', 'admitted-queue']) AS kind`,
    `ANALYZE "Admission"`,
  ];
  for (const statement of statements) await queryPostgres(databaseUrl, statement);
  return runId;
}
