import { type ChildProcess, spawn } from "node:child_process";
import { closeSync, mkdirSync, openSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { ExpectedFailure } from "@/lib/platform/expected-failure";
import type { Environment } from "./environment";
import { projectPath } from "./paths";
import { endRunningTasks, signalGroup } from "./run-to-end";

const FIRST_BACK_OFF_MS = 250;
const LONGEST_BACK_OFF_MS = 8_000;
/** A process that lived this long has started well: its next crash begins the back-off anew. */
const SETTLED_MS = 10_000;
const STOP_GRACE_MS = 10_000;
const READY_MS = 120_000;

export interface Service {
  readonly name: string;
  readonly command: string;
  readonly args: readonly string[];
  readonly env: Environment;
  /** Services of a higher tier are stopped first; those of one tier together. */
  readonly tier: number;
  /** What asks it to end; `SIGTERM` unless said otherwise. */
  readonly stopSignal?: NodeJS.Signals;
  readonly user?: { readonly uid: number; readonly gid: number };
}

interface Entry {
  readonly service: Service;
  readonly logFile: string;
  child: ChildProcess | undefined;
  isWanted: boolean;
  exits: number;
  backOffMs: number;
  retry: NodeJS.Timeout | undefined;
}

function startWatchdog(): ChildProcess {
  const watchdog = spawn(process.execPath, [projectPath("tools/stack/watchdog.js")], {
    detached: true,
    stdio: ["pipe", "ignore", "ignore"],
  });
  watchdog.unref();
  watchdog.stdin?.on("error", () => undefined);
  return watchdog;
}

function spawnInto({ service, logFile }: Entry): ChildProcess {
  const log = openSync(logFile, "a");
  try {
    return spawn(service.command, service.args, {
      cwd: projectPath(),
      env: { NODE_ENV: "production", ...service.env },
      detached: true,
      stdio: ["ignore", log, log],
      ...service.user,
    });
  } finally {
    closeSync(log);
  }
}

const supervisors = new Set<Supervisor>();

export async function closeEverything(): Promise<void> {
  endRunningTasks();
  await Promise.all([...supervisors].map((supervisor) => supervisor.close()));
}

/** Owns the processes it started, each in a process group of its own. */
export class Supervisor {
  readonly #logDirectory: string;
  readonly #entries = new Map<string, Entry>();
  readonly #watchdog = startWatchdog();

  /** Writes `<logDirectory>/<name>.log`. */
  constructor(logDirectory: string) {
    mkdirSync(logDirectory, { recursive: true });
    this.#logDirectory = logDirectory;
    process.on("exit", this.#killAll);
    supervisors.add(this);
  }

  /** Starts a service and keeps it running until it is stopped. Throws where one of its name has not been stopped. */
  run(service: Service): void {
    if (this.#entries.get(service.name)?.isWanted === true)
      throw new Error(`There is a service named ${service.name} already.`);
    const logFile = join(this.#logDirectory, `${service.name}.log`);
    writeFileSync(logFile, "");
    const state = { child: undefined, isWanted: true, exits: 0, retry: undefined };
    this.#entries.set(service.name, { service, logFile, ...state, backOffMs: FIRST_BACK_OFF_MS });
    this.start(service.name);
  }

  /** Ends a service and waits until it is gone; `SIGKILL` gives it no chance to finish. */
  async stop(name: string, signal?: NodeJS.Signals): Promise<void> {
    const entry = this.#entryOf(name);
    entry.isWanted = false;
    clearTimeout(entry.retry);
    const child = entry.child;
    signalGroup(child, signal ?? entry.service.stopSignal ?? "SIGTERM");
    const deadlineMs = Date.now() + STOP_GRACE_MS;
    while (entry.child !== undefined && entry.child === child) {
      if (Date.now() > deadlineMs) signalGroup(child, "SIGKILL");
      await delay(10);
    }
  }

  /** Starts a stopped service again; one that runs is left alone. */
  start(name: string): void {
    const entry = this.#entryOf(name);
    entry.isWanted = true;
    if (entry.child === undefined) this.#launch(entry);
  }

  isRunning(name: string): boolean {
    return this.#entries.get(name)?.child !== undefined;
  }

  /** The id of a running service's first process; undefined while it is down. */
  processId(name: string): number | undefined {
    return this.#entries.get(name)?.child?.pid;
  }

  /** Resolves when `isReady` does so with true; throws when the process ends or time runs out. */
  async waitUntilReady(name: string, isReady: () => Promise<boolean>): Promise<void> {
    const entry = this.#entryOf(name);
    const exitsBefore = entry.exits;
    const deadlineMs = Date.now() + READY_MS;
    while (!(await isReady().catch(() => false))) {
      const hasEnded = entry.exits > exitsBefore;
      if (hasEnded || Date.now() > deadlineMs) {
        const what = hasEnded ? "ended while starting" : `did not answer in ${READY_MS / 1000} s`;
        const lines = readFileSync(entry.logFile, "utf8").trimEnd().split("\n");
        const end = lines.slice(-12).join("\n");
        throw new ExpectedFailure(`${name} ${what}; see ${entry.logFile}:\n${end}`);
      }
      await delay(50);
    }
  }

  /** Stops everything, highest tier first. */
  async close(): Promise<void> {
    const entries = [...this.#entries.values()];
    const tiers = new Set(entries.map(({ service }) => service.tier));
    for (const tier of [...tiers].sort((a, b) => b - a)) {
      const sameTier = entries.filter(({ service }) => service.tier === tier);
      await Promise.all(sameTier.map(({ service }) => this.stop(service.name)));
    }
    process.off("exit", this.#killAll);
    this.#watchdog.stdin?.end();
    supervisors.delete(this);
  }

  readonly #killAll = (): void => {
    for (const entry of this.#entries.values()) signalGroup(entry.child, "SIGKILL");
  };

  #entryOf(name: string): Entry {
    const entry = this.#entries.get(name);
    if (entry === undefined) throw new Error(`There is no service named ${name}.`);
    return entry;
  }

  #launch(entry: Entry): void {
    clearTimeout(entry.retry);
    const child = spawnInto(entry);
    entry.child = child;
    this.#tellWatchdog("+", child);
    const startedAtMs = Date.now();
    for (const end of ["exit", "error"])
      child.once(end, () => this.#onExit(entry, child, startedAtMs));
  }

  #onExit(entry: Entry, child: ChildProcess, startedAtMs: number): void {
    if (entry.child !== child) return;
    entry.child = undefined;
    entry.exits += 1;
    this.#tellWatchdog("-", child);
    if (!entry.isWanted) return;
    if (Date.now() - startedAtMs > SETTLED_MS) entry.backOffMs = FIRST_BACK_OFF_MS;
    entry.retry = setTimeout(() => this.#launch(entry), entry.backOffMs);
    entry.backOffMs = Math.min(LONGEST_BACK_OFF_MS, entry.backOffMs * 2);
  }

  #tellWatchdog(sign: "+" | "-", { pid }: ChildProcess): void {
    if (pid !== undefined) this.#watchdog.stdin?.write(`${sign}${pid}\n`);
  }
}
