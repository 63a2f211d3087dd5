import { join } from "node:path";
import { disconnectDb } from "@/lib/db/client";
import { startIsolated } from "../stack/stack";
import type { Attack, AttackResult, Target } from "./attack";
import { ATTACKERS_ADDRESS, ATTACKERS_HOST } from "./attackers-host";

/** What became of one attack; `failed` says why it could not be carried out. */
export type Outcome = { readonly id: string; readonly title: string } & (
  | AttackResult
  | { readonly failed: string }
);

export type AttackRun = {
  /** A new and empty folder for the data of the attacked system. */
  readonly dataDirectory: string;
  readonly attacks: readonly Attack[];
  readonly onProgress: (line: string) => void;
  readonly onOutcome: (outcome: Outcome) => void;
};

/** Brings a whole system up with its demo and runs the attacks on it, one after the other. */
export async function runAttacks(run: AttackRun): Promise<readonly Outcome[]> {
  process.env["ALLOWED_PRIVATE_HOSTS"] = `${ATTACKERS_HOST},${ATTACKERS_ADDRESS}`;
  const stack = await startIsolated({
    dataDirectory: run.dataDirectory,
    services: ["waiting-room", "worker", "console", "shop"],
    onProgress: run.onProgress,
    // Its own Redis is attacked as well.
    redisUrl: undefined,
  });
  const { console: consoleUrl, waitingRoom: waitingRoomUrl, shop: shopUrl } = stack.urls;
  const logDirectory = join(run.dataDirectory, "logs");
  const target: Target = { env: stack.env, consoleUrl, waitingRoomUrl, shopUrl, logDirectory };
  Object.assign(process.env, stack.env);
  try {
    const outcomes: Outcome[] = [];
    for (const attack of run.attacks) {
      const outcome = await carryOut(attack, target);
      run.onOutcome(outcome);
      outcomes.push(outcome);
    }
    return outcomes;
  } finally {
    await disconnectDb();
    await stack.close();
  }
}

async function carryOut({ id, title, honest, run }: Attack, target: Target): Promise<Outcome> {
  try {
    await honest(target);
    return { id, title, ...(await run(target)) };
  } catch (error) {
    return { id, title, failed: error instanceof Error ? error.message : String(error) };
  }
}
