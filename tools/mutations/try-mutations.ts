import { join } from "node:path";
import { migrateDatabase } from "@/lib/db/migrate/migrate";
import type { Environment } from "../stack/environment";
import { findFreePorts } from "../stack/ports";
import { startPostgres } from "../stack/postgres";
import { Supervisor } from "../stack/processes";
import { startRedis } from "../stack/redis";
import { temporaryDirectory } from "../stack/temporary-directory";
import { type Mutation, PROJECTS, type Project, projectOf } from "./mutation";
import { makePrivateCopy, type PrivateCopy } from "./private-copy";
import { SOURCES } from "./rows";
import { runNamedTests, type TestRun } from "./run-tests";
import { breakFiles } from "./sources";
import { faultOfBaseline, judge, type Verdict } from "./verdict";

export type Tried = { readonly row: Mutation; readonly verdict: Verdict };

type Options = {
  /** How many rows are tried at the same time, each in a copy of its own. */
  readonly jobs: number;
  readonly say: (line: string) => void;
  readonly onTried: (tried: Tried) => void;
};

/**
 * Applies each row to a private copy of the project and runs its tests, which have passed in whole code
 * before. Answers what became of every row, in their order.
 */
export async function tryMutations(rows: readonly Mutation[], options: Options): Promise<Tried[]> {
  const verdicts = new Map<Mutation, Verdict>();
  const settle: Settle = (row, verdict) => {
    verdicts.set(row, verdict);
    options.onTried({ row, verdict });
  };
  const applicable = await withoutFault(rows, faultOfText, settle);
  if (applicable.length > 0) await tryApplicable(applicable, options, settle);
  return rows.flatMap((row) => {
    const verdict = verdicts.get(row);
    return verdict === undefined ? [] : [{ row, verdict }];
  });
}

type Settle = (row: Mutation, verdict: Verdict) => void;

async function tryApplicable(
  rows: readonly Mutation[],
  { jobs, say }: Options,
  settle: Settle,
): Promise<void> {
  const { env, close } = await startServers(rows, say);
  say(`Copying the project ${jobs} times`);
  const copies = await Promise.all(Array.from({ length: jobs }, makePrivateCopy));
  say("Running the named tests in whole code");
  const directory = copies[0]?.directory ?? "";
  const whole = await runTestsOf(directory, rows, env);
  const faultOf = async (row: Mutation) => {
    if (faultOfBaseline(row, whole) === null) return null;
    // On a busy machine a test may fail that passes alone.
    return faultOfBaseline(row, await runTestsOf(directory, [row], env));
  };
  const waiting = await withoutFault(rows, faultOf, settle);
  say(`Trying ${waiting.length} rows, ${jobs} at a time`);
  const work = async (copy: PrivateCopy): Promise<void> => {
    for (let row = waiting.shift(); row !== undefined; row = waiting.shift()) {
      settle(row, await tryRow(copy, row, env));
    }
  };
  await Promise.all(copies.map(work));
  await close();
}

/** The rows that can be tried; settles those that have a fault. */
async function withoutFault(
  rows: readonly Mutation[],
  faultOf: (row: Mutation) => Promise<string | null>,
  settle: Settle,
): Promise<Mutation[]> {
  const sound: Mutation[] = [];
  for (const row of rows) {
    const reason = await faultOf(row);
    if (reason === null) sound.push(row);
    else settle(row, { type: "not-applied", reason });
  }
  return sound;
}

async function faultOfText(row: Mutation): Promise<string | null> {
  try {
    breakFiles(SOURCES, row);
    return null;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

function inProject(rows: readonly Mutation[], project: Project) {
  return rows.flatMap(({ tests }) => tests).filter(({ file }) => projectOf(file) === project);
}

/** All named tests of all rows, a run of vitest for each project. */
async function runTestsOf(
  directory: string,
  rows: readonly Mutation[],
  env: Environment,
): Promise<TestRun> {
  const runs: TestRun[] = [];
  for (const project of PROJECTS) {
    const tests = inProject(rows, project);
    if (tests.length > 0) runs.push(await runNamedTests(directory, { project, tests }, env));
  }
  return {
    tests: runs.flatMap(({ tests }) => tests),
    output: runs.map(({ output }) => output).join("\n"),
  };
}

async function tryRow(copy: PrivateCopy, row: Mutation, env: Environment): Promise<Verdict> {
  try {
    return await copy.withMutation(row, async () => {
      return judge(row, await runTestsOf(copy.directory, [row], env));
    });
  } catch (error) {
    return { type: "not-applied", reason: error instanceof Error ? error.message : String(error) };
  }
}

/** One Redis and one Postgres for all runs, where they need them: each test has events of its own. */
async function startServers(rows: readonly Mutation[], say: (line: string) => void) {
  const dataDirectory = await temporaryDirectory("stanchion-mutations-data-");
  const supervisor = new Supervisor(join(dataDirectory, "logs"));
  const ports = await findFreePorts();
  const needsDatabase = inProject(rows, "database").length > 0;
  const env: Record<string, string> = {};
  if (needsDatabase || inProject(rows, "redis").length > 0) {
    const options = { dataDirectory, port: ports.redis, supervisor, onProgress: say };
    env["TEST_REDIS_URL"] = env["REDIS_URL"] = (await startRedis(options)).url;
  }
  if (needsDatabase) {
    const url = await startPostgres({ dataDirectory, port: ports.postgres, supervisor });
    await migrateDatabase(url);
    env["TEST_DATABASE_URL"] = env["DATABASE_URL"] = url;
  }
  return { env, close: () => supervisor.close() };
}
