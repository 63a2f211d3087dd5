import { AsyncLocalStorage } from "node:async_hooks";
import { programOf, runProgram } from "@/tools/shared/document-program";

/** What a program finds where it runs. */
export type ProgramWorld = {
  readonly fetch: (url: string, init?: RequestInit) => Promise<Response>;
  readonly setTimeout: (run: () => void, ms: number) => void;
};

type Stored = { place: string; joinId: string; claim: string };
type App = {
  readonly stored: Stored;
  readonly save: (stored: Stored) => Promise<void>;
  readonly show: (status: ProgramStatus) => void;
  readonly solve: () => Promise<string>;
};
export type ProgramStatus = { readonly state: string; readonly next: string };
type Client = {
  readonly nobody: () => Stored;
  readonly waitAndEnter: (url: string, app: App) => Promise<string>;
};

const worlds = new AsyncLocalStorage<ProgramWorld>();

function here(): ProgramWorld {
  const world = worlds.getStore();
  if (world === undefined) throw new Error("A program runs in no world.");
  return world;
}

let loaded: Promise<Client> | null = null;

/** The client of `docs/apps.md` as it stands there, for every program of this process. */
async function loadClient(): Promise<Client> {
  const hooks = {
    fetch: (...given: Parameters<ProgramWorld["fetch"]>) => here().fetch(...given),
    setTimeout: (...given: Parameters<ProgramWorld["setTimeout"]>) => here().setTimeout(...given),
  };
  Object.assign(globalThis, { stanchionProgram: hooks });
  const prelude = "const { fetch, setTimeout } = globalThis.stanchionProgram;\n";
  // The document says what it exports.
  return (await runProgram(prelude + programOf("docs/apps.md"))) as Client;
}

/** Waits and enters as `docs/apps.md` says. Resolves with the address that has the pass. */
export async function runApp(
  queueUrl: string,
  world: ProgramWorld,
  show: (status: ProgramStatus) => void,
): Promise<string> {
  loaded ??= loadClient();
  const client = await loaded;
  const app = { stored: client.nobody(), save: async () => {}, show, solve: giveUp };
  return worlds.run(world, () => client.waitAndEnter(queueUrl, app));
}

/** Proofs take a second of the processor. */
function giveUp(): never {
  throw new Error("challenge");
}
