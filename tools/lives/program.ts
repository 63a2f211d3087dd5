import { AsyncLocalStorage } from "node:async_hooks";
import type { VisitorStatus } from "@/lib/domain/visitor-api/visitor-api";
import { type AppsClient, type ClientWorld, loadAppsClient } from "@/tools/shared/apps-client";

const worlds = new AsyncLocalStorage<ClientWorld>();

function here(): ClientWorld {
  const world = worlds.getStore();
  if (world === undefined) throw new Error("A program runs in no world.");
  return world;
}

let loaded: Promise<AppsClient> | null = null;

/** The client of `docs/apps.md` as it stands there, for every program of this process. */
function loadClient(): Promise<AppsClient> {
  return loadAppsClient({
    fetch: (...given) => here().fetch(...given),
    setTimeout: (...given) => here().setTimeout(...given),
  });
}

/** Waits and enters as `docs/apps.md` says. Resolves with the address that has the pass. */
export async function runApp(
  queueUrl: string,
  world: ClientWorld,
  show: (status: VisitorStatus) => void,
): Promise<string> {
  loaded ??= loadClient();
  const client = await loaded;
  const app = { stored: client.nobody(), save: async () => {}, show, solve: giveUp };
  return worlds.run(world, () => client.waitAndEnter(queueUrl, app));
}

/** No program goes on: without one that may, nothing in this process pays for knowing in which world it runs. */
export function endApps(): void {
  worlds.disable();
}

/** Proofs take a second of the processor. */
function giveUp(): never {
  throw new Error("challenge");
}
