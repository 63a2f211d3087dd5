import { join } from "node:path";
import { disconnectDb } from "@/lib/db/client";
import { say } from "../stack/run-command";
import { startIsolated } from "../stack/stack";
import { temporaryDirectory } from "../stack/temporary-directory";
import type { Attack, AttackResult, Target } from "./attack";
import { ACCOUNT_ATTACKS } from "./attacks/accounts";
import { APPROVAL_ATTACKS } from "./attacks/approvals";
import { CONSOLE_ATTACKS } from "./attacks/console";
import { DOOR_ATTACKS } from "./attacks/doors";
import { JOIN_ATTACKS } from "./attacks/joins";
import { KEYS_ATTACKS } from "./attacks/keys";
import { RECORD_ATTACKS } from "./attacks/records";
import { SITE_ATTACKS } from "./attacks/site";
import { WAITING_ROOM_ATTACKS } from "./attacks/waiting-room";
import { WORKER_ATTACKS } from "./attacks/worker";
import { ATTACKERS_ADDRESS, ATTACKERS_HOST } from "./people";

export const ATTACKS: readonly Attack[] = [
  ...KEYS_ATTACKS,
  ...WAITING_ROOM_ATTACKS,
  ...JOIN_ATTACKS,
  ...WORKER_ATTACKS,
  ...SITE_ATTACKS,
  ...DOOR_ATTACKS,
  ...CONSOLE_ATTACKS,
  ...ACCOUNT_ATTACKS,
  ...RECORD_ATTACKS,
  ...APPROVAL_ATTACKS,
];

export type Outcome = { readonly id: string; readonly title: string } & (
  | AttackResult
  | { readonly failed: string }
);

/** Brings a whole system up with its demo and runs the attacks on it, one after the other. */
export async function runAttacks(
  attacks: readonly Attack[],
  onOutcome: (outcome: Outcome) => void,
): Promise<readonly Outcome[]> {
  const dataDirectory = join(await temporaryDirectory("stanchion-attack-"), "data");
  process.env["ALLOWED_PRIVATE_HOSTS"] = `${ATTACKERS_HOST},${ATTACKERS_ADDRESS}`;
  const { urls, env, close } = await startIsolated({
    dataDirectory,
    services: ["waiting-room", "worker", "console", "shop"],
    onProgress: say,
    // Its own Redis is attacked as well.
    redisUrl: undefined,
  });
  const { console: consoleUrl, waitingRoom: waitingRoomUrl, shop: shopUrl } = urls;
  const logDirectory = join(dataDirectory, "logs");
  const target = { env, consoleUrl, waitingRoomUrl, shopUrl, logDirectory };
  Object.assign(process.env, env);
  try {
    const outcomes: Outcome[] = [];
    for (const attack of attacks) {
      const outcome = await carryOut(attack, target);
      onOutcome(outcome);
      outcomes.push(outcome);
    }
    return outcomes;
  } finally {
    await disconnectDb();
    await close();
  }
}

type System = Omit<Target, "closing">;

async function carryOut({ id, title, honest, run }: Attack, system: System): Promise<Outcome> {
  try {
    await within(system, honest);
    return { id, title, ...(await within(system, run)) };
  } catch (error) {
    return { id, title, failed: error instanceof Error ? error.message : String(error) };
  }
}

async function within<Result>(system: System, act: (target: Target) => Promise<Result>) {
  const opened: { readonly close: () => Promise<unknown> }[] = [];
  const closing: Target["closing"] = (open) => {
    opened.unshift(open);
    return open;
  };
  try {
    return await act({ ...system, closing });
  } finally {
    for (const { close } of opened) await close();
  }
}
