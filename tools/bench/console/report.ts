import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { build } from "esbuild";
import { projectPath } from "@/tools/stack/paths";
import { removeSeeded, seedRun } from "./seed-run";

export type ReportFigures = {
  /** From the first statement to the report. */
  readonly reportSeconds: number;
  /** The most memory that the process had, all of it. */
  readonly reportMegabytes: number;
};

/**
 * Writes the report of a run with so many admissions in a process of its own. The database has to be migrated; what is
 * seeded in it is removed again.
 */
export async function measureReport(
  databaseUrl: string,
  admissions = 1_000_000,
): Promise<ReportFigures> {
  const seeded = await seedRun(databaseUrl, admissions);
  try {
    const { stdout } = await promisify(execFile)(
      process.execPath,
      [await buildProgram(), seeded.runId],
      { env: { ...process.env, DATABASE_URL: databaseUrl } },
    );
    const told: ReportFigures & { readonly rows: number } = JSON.parse(stdout);
    if (told.rows !== admissions) throw new Error(`The report has ${told.rows} admissions.`);
    const { reportSeconds, reportMegabytes } = told;
    return { reportSeconds, reportMegabytes };
  } finally {
    await removeSeeded(databaseUrl, seeded);
  }
}

/** As one file, like all that runs in production: a compiler in the process would count as memory of the report. */
async function buildProgram(): Promise<string> {
  const outfile = projectPath(".build/bench/report-once.mjs");
  await build({
    entryPoints: [projectPath("tools/bench/console/report-once.ts")],
    ...{ outfile, bundle: true, platform: "node", format: "esm", target: "node20" },
    ...{ packages: "external", tsconfig: projectPath("tsconfig.json"), logLevel: "error" },
  });
  return outfile;
}
