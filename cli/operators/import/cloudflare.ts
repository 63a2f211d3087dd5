import { Command } from "commander";
import { ExpectedFailure } from "@/lib/platform/expected-failure";
import type { Terminal } from "../../terminal";
import { connect, findProfile } from "../connect";
import { EXIT, tell, withOutput } from "../operate";
import { withoutControls } from "../render";
import { carry, findMade, Interrupted, identityOf, type Kind, type Thing } from "./cloudflare-api";
import { type NotCarried, notCarriedLines, readExport } from "./report";

type Carried = {
  readonly rooms: number;
  readonly events: number;
  readonly rules: number;
  readonly notCarried: readonly NotCarried[];
  /** Where it was interrupted, and why; null where it was not. */
  readonly stopped: { readonly at: string; readonly reason: string } | null;
};

/** `stanchion import cloudflare FILE`: rooms with their events and rules, by the API that speaks theirs. */
export function importCloudflareCommand(terminal: Terminal): Command {
  const command: Command = withOutput(new Command("cloudflare"))
    .description("Makes events and rules of Cloudflare's waiting rooms, and publishes them.")
    .argument(
      "<file>",
      "what their API answers to GET …/waiting_rooms, with events and rules in each room",
    )
    .option("--profile <name>", "another one than the default of `stanchion login`");
  return command.action(async (file: string) =>
    tell(command, terminal, async () => {
      const rooms = listIn(await readExport(file), file);
      const profile = await findProfile(command.opts<{ profile?: string }>().profile);
      const { customerId } = await (await connect(profile)).getCustomer();
      const base = `${profile.url}/client/v4/zones/${customerId}/waiting_rooms`;
      const answer = await carryAll({ base, key: profile.key }, rooms);
      const { rooms: count, events, rules, stopped } = answer;
      if (count < rooms.length) terminal.ending = EXIT.refused;
      if (stopped !== null) terminal.ending = EXIT.unreachable;
      const told = `Imported ${count} of ${rooms.length} rooms, ${events} events and ${rules} rules.`;
      const lines = [told, ...stoppedLines(answer), ...notCarriedLines(answer.notCarried)];
      return { answer, lines };
    }),
  );
}

function stoppedLines({ stopped }: Carried): readonly string[] {
  if (stopped === null) return [];
  const told = `Stopped at ${stopped.at}: ${stopped.reason} Repeat the command to go on there.`;
  return [withoutControls(told)];
}

function listIn(value: unknown, file: string): readonly Thing[] {
  const list = Array.isArray(value) ? value : Object(value).result;
  if (Array.isArray(list)) return list.map(Object);
  throw new ExpectedFailure(`${file} has no waiting rooms: {"result": [{"name": …}]}.`);
}

type Target = { readonly base: string; readonly key: string };

const ROOM_NEEDS = ["name", "host", "path", "total_active_users", "new_users_per_minute"];
const PARTS = {
  events: {
    required: ["name", "event_start_time", "event_end_time"],
    identity: ["name", "event_start_time"],
  },
  rules: { required: ["action", "expression"], identity: ["expression", "description"] },
} as const;

type Counts = { rooms: number; events: number; rules: number };

/** Makes what is not there yet. An import that was interrupted goes on where it is repeated. */
async function carryAll(target: Target, rooms: readonly Thing[]): Promise<Carried> {
  const notCarried: NotCarried[] = [];
  const counts = { rooms: 0, events: 0, rules: 0 };
  try {
    await carryRooms(target, rooms, { counts, notCarried });
  } catch (error) {
    if (!(error instanceof Interrupted)) throw error;
    return { ...counts, notCarried, stopped: { at: error.at, reason: error.message } };
  }
  return { ...counts, notCarried, stopped: null };
}

type Noted = { readonly counts: Counts; readonly notCarried: NotCarried[] };

async function carryRooms({ base, key }: Target, rooms: readonly Thing[], noted: Noted) {
  const { counts, notCarried } = noted;
  const kind = { address: base, key, required: ROOM_NEEDS, identity: ["name", "host", "path"] };
  const made = await findMade({ ...kind, what: "the beginning" });
  for (const room of rooms) {
    const { events, rules, ...own } = room;
    const what = `room ${String(room["name"])}`;
    const before = made.get(identityOf(kind, { path: "/", ...own }));
    const id = before ?? (await carry({ ...kind, what }, own, notCarried));
    if (id === null) continue;
    counts.rooms += 1;
    const isNew = before === undefined;
    for (const [name, things] of [["events", events] as const, ["rules", rules] as const]) {
      const part = { address: `${base}/${id}/${name}`, key, ...PARTS[name] };
      counts[name] += await carryParts({ ...part, what, isNew }, things, notCarried);
    }
  }
}

type Part = Kind & { readonly what: string; readonly isNew: boolean };

/** Answers how many of these are there afterwards. */
async function carryParts(part: Part, things: unknown, notCarried: NotCarried[]): Promise<number> {
  const there: ReadonlyMap<string, string> = part.isNew ? new Map() : await findMade(part);
  const one = part.address.replace(/^.*\/(\w+)s$/, "$1");
  let count = 0;
  for (const thing of [things ?? []].flat().map(Object)) {
    const what = `${part.what}, ${one} ${String(thing.name ?? thing.expression)}`;
    const isThere = there.has(identityOf(part, thing));
    if (isThere || (await carry({ ...part, what }, thing, notCarried)) !== null) count += 1;
  }
  return count;
}
