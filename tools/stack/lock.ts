import { rmSync } from "node:fs";
import { mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { ExpectedFailure } from "@/lib/platform/expected-failure";
import { projectPath } from "./paths";

const LOCKS = projectPath("node_modules", ".stanchion");

/** Whether a process runs, whoever it belongs to. */
export function isAlive(processId: number): boolean {
  try {
    process.kill(processId, 0);
    return true;
  } catch (error) {
    return error instanceof Error && "code" in error && error.code === "EPERM";
  }
}

async function tryToLock(file: string): Promise<boolean> {
  try {
    await writeFile(file, String(process.pid), { flag: "wx" });
    return true;
  } catch {
    const holder = Number(await readFile(file, "utf8").catch(() => "0"));
    if (holder > 0 && !isAlive(holder)) await rm(file, { force: true });
    return false;
  }
}

/**
 * Runs `work` while no other process of this clone runs work of the same name, so that `npm start`
 * and `npm test` never build into each other. The lock of a dead process does not count.
 */
export async function withLock<Result>(name: string, work: () => Promise<Result>): Promise<Result> {
  await mkdir(LOCKS, { recursive: true });
  const file = `${LOCKS}/${name}.lock`;
  while (!(await tryToLock(file))) await delay(100);
  try {
    return await work();
  } finally {
    await rm(file, { force: true });
  }
}

/** Takes a data folder, which two systems at once would destroy; answers how to give it back, or throws who has it. */
export async function claimDirectory(dataDirectory: string): Promise<() => void> {
  await mkdir(dataDirectory, { recursive: true });
  const file = join(dataDirectory, "running");
  const holder = Number(await readFile(file, "utf8").catch(() => "0"));
  if (holder > 0 && holder !== process.pid && isAlive(holder))
    throw new ExpectedFailure(
      `Stanchion already runs from ${dataDirectory} as process ${holder}; stop it, or set DATA_DIR to another folder.`,
    );
  await writeFile(file, String(process.pid));
  const release = (): void => rmSync(file, { force: true });
  process.once("exit", release);
  return release;
}
