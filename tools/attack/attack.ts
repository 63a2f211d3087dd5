import { Readable } from "node:stream";
import type { Environment } from "../stack/environment";

/** A whole running system as strangers reach it. What runs in this process has its environment. */
export type Target = {
  /** What its processes read: addresses, DATABASE_URL, REDIS_URL, MASTER_KEY. */
  readonly env: Environment;
  readonly consoleUrl: string;
  readonly waitingRoomUrl: string;
  readonly shopUrl: string;
  readonly logDirectory: string;
  /** Has something closed once the attack is over, however it ends. What was opened last is closed first. */
  readonly closing: <Open extends { readonly close: () => Promise<unknown> }>(open: Open) => Open;
};

/** `seen` says in one sentence what the system did. */
export type AttackResult = { readonly succeeded: boolean; readonly seen: string };

/** Shows that what is abused works for honest people; throws where it does not, and the attack is not carried out. */
type Honest = (target: Target) => Promise<unknown>;
/** Throws when it could not be carried out, which counts as a failure of the run. */
type Run = (target: Target) => Promise<AttackResult>;

/** By `S1-beacon-on-loopback`, which `--only` takes, and a title. */
export type Attack = ReturnType<typeof attacksOn>[number];

export function attacksOn(honest: Honest, rows: Readonly<Record<string, Run>>) {
  return Object.entries(rows).map(([name, run]) => {
    const [id = "", title = ""] = name.split(/: (.*)/);
    return { id, title, honest, run };
  });
}

export const isTaken = async (entry: Promise<unknown>) => (await codeOf(entry)) === "done";

/** Tries each way, one after the other; the attack has succeeded once one of them works. */
export async function tryEach<Way>(ways: readonly Way[], works: (way: Way) => Promise<boolean>) {
  const passed: Way[] = [];
  for (const way of ways) if (await works(way)) passed.push(way);
  const which = passed.map((way) => JSON.stringify(way)).join(", ");
  const seen = which === "" ? `All ${ways.length} were held.` : `Let through: ${which}.`;
  return { succeeded: passed.length > 0, seen };
}

export function both(one: AttackResult, other: AttackResult): AttackResult {
  const succeeded = one.succeeded || other.succeeded;
  return { succeeded, seen: `${one.seen} ${other.seen}` };
}

const CHUNK = Buffer.alloc(65_536, 97);

/** So many bytes, a piece at a time; `onTaken` hears how many bytes their reader has asked for once more. */
export function pouring(bytes: number, onTaken: (bytes: number) => void): Readable {
  function* pieces() {
    for (let left = bytes; left > 0; left -= CHUNK.length) {
      onTaken(CHUNK.length);
      yield CHUNK;
    }
  }
  return Readable.from(pieces(), { highWaterMark: 1 });
}

export function codeOf(act: Promise<unknown>): Promise<string> {
  return act.then(
    () => "done",
    (error: { readonly code?: string }) => error.code ?? "an error without a code",
  );
}
