import { cp, readdir, writeFile } from "node:fs/promises";
import { availableParallelism } from "node:os";
import { basename, join } from "node:path";
import { migrateDatabase } from "@/lib/db/migrate/migrate";
import { linkPackages } from "../shared/link-packages";
import type { Environment } from "../stack/environment";
import { PROJECT_DIRECTORY, projectPath } from "../stack/paths";
import { findFreePorts } from "../stack/ports";
import { startPostgres } from "../stack/postgres";
import { Supervisor } from "../stack/processes";
import { startRedis } from "../stack/redis";
import { say } from "../stack/run-command";
import { temporaryDirectory } from "../stack/temporary-directory";
import { type Mutation, projectOf } from "./mutation";
import { SOURCES } from "./rows";
import { faultOfBaseline, judge, notApplied, runTestsOf, type Verdict } from "./run-tests";
import { breakFiles, NO_SOURCES } from "./sources";

export type Tried = { readonly row: Mutation; readonly verdict: Verdict };

/** Runs the tests of each row, which pass in whole code, in a private copy with the row applied. */
export async function tryMutations(rows: readonly Mutation[], onTried: (tried: Tried) => void) {
  // One for each core, each in a copy of its own.
  const jobs = availableParallelism();
  const sound = rows.filter((row) => {
    const reason = faultOfText(row);
    if (reason !== null) onTried({ row, verdict: notApplied(reason) });
    return reason === null;
  });
  if (sound.length === 0) return;
  const { env, close } = await startServers(sound);
  say(`Copying the project ${jobs} times`);
  const copies = await Promise.all(Array.from({ length: jobs }, makePrivateCopy));
  say("Running the named tests in whole code");
  const [directory = ""] = copies;
  const whole = await runTestsOf(directory, sound, env);
  const waiting: Mutation[] = [];
  for (const row of sound) {
    // On a busy machine a test may fail that passes alone.
    const reason =
      faultOfBaseline(row, whole) && faultOfBaseline(row, await runTestsOf(directory, [row], env));
    if (reason === null) waiting.push(row);
    else onTried({ row, verdict: notApplied(reason) });
  }
  say(`Trying ${waiting.length} rows, ${jobs} at a time`);
  const work = async (copy: string): Promise<void> => {
    for (let row = waiting.shift(); row !== undefined; row = waiting.shift())
      onTried({ row, verdict: await tryRow(copy, row, env) });
  };
  await Promise.all(copies.map(work));
  await close();
}

function faultOfText(row: Mutation): string | null {
  try {
    breakFiles(SOURCES, row);
    return null;
  } catch (error) {
    return reasonOf(error);
  }
}

async function tryRow(copy: string, row: Mutation, env: Environment): Promise<Verdict> {
  const files = breakFiles(SOURCES, row);
  for (const { file, broken } of files) await writeFile(join(copy, file), broken);
  const verdict = await runTestsOf(copy, [row], env).then(
    (run) => judge(row, run),
    (error: unknown) => notApplied(reasonOf(error)),
  );
  for (const { file } of files) await writeFile(join(copy, file), SOURCES.get(file) ?? "");
  return verdict;
}

const reasonOf = (error: unknown): string =>
  error instanceof Error ? error.message : String(error);

/** Copies the sources, committed or not, into a folder of its own; nothing done there reaches the project. */
async function makePrivateCopy(): Promise<string> {
  const directory = await temporaryDirectory("stanchion-mutations-");
  const isSource = (path: string) => !NO_SOURCES.has(basename(path));
  for (const name of (await readdir(PROJECT_DIRECTORY)).filter(isSource)) {
    const options = { recursive: true, filter: isSource };
    await cp(projectPath(name), join(directory, name), options);
  }
  await linkPackages(directory);
  // What has been generated was copied with the sources: its stamps say so.
  const stamps = projectPath("node_modules", ".stanchion");
  for (const stamp of (await readdir(stamps)).filter((file) => file.endsWith(".stamp")))
    await cp(join(stamps, stamp), join(directory, "node_modules", ".stanchion", stamp));
  return directory;
}

/** One Redis and one Postgres for all runs, where they need them: each test has events of its own. */
async function startServers(rows: readonly Mutation[]) {
  const dataDirectory = await temporaryDirectory("stanchion-mutations-data-");
  const supervisor = new Supervisor(join(dataDirectory, "logs"));
  const ports = await findFreePorts();
  const projects = new Set(rows.flatMap(({ tests }) => tests.map(({ file }) => projectOf(file))));
  const env: Record<string, string> = {};
  if (projects.has("database") || projects.has("redis")) {
    const options = { dataDirectory, port: ports.redis, supervisor, onProgress: say };
    env["TEST_REDIS_URL"] = env["REDIS_URL"] = (await startRedis(options)).url;
  }
  if (projects.has("database")) {
    const url = await startPostgres({ dataDirectory, port: ports.postgres, supervisor });
    await migrateDatabase(url);
    env["TEST_DATABASE_URL"] = env["DATABASE_URL"] = url;
  }
  return { env, close: () => supervisor.close() };
}
