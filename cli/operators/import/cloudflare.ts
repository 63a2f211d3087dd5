import { Command } from "commander";
import { ExpectedFailure } from "@/lib/platform/expected-failure";
import type { Terminal } from "../../terminal";
import { connect, findProfile } from "../connect";
import { EXIT, tell, withOutput } from "../operate";
import { type NotCarried, notCarriedLines, readExport } from "./report";

/** What they are, and what is in them. */
type Thing = Readonly<Record<string, unknown>>;

type Carried = {
  readonly rooms: number;
  readonly events: number;
  readonly rules: number;
  readonly notCarried: readonly NotCarried[];
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
      if (answer.rooms < rooms.length) terminal.ending = EXIT.refused;
      const { rooms: count, events, rules } = answer;
      const told = `Imported ${count} of ${rooms.length} rooms, ${events} events and ${rules} rules.`;
      return { answer, lines: [told, ...notCarriedLines(answer.notCarried)] };
    }),
  );
}

function listIn(value: unknown, file: string): readonly Thing[] {
  const list = Array.isArray(value) ? value : Object(value).result;
  if (Array.isArray(list)) return list.map(Object);
  throw new ExpectedFailure(`${file} has no waiting rooms: {"result": [{"name": …}]}.`);
}

type Target = { readonly base: string; readonly key: string };

async function carryAll({ base, key }: Target, rooms: readonly Thing[]): Promise<Carried> {
  const notCarried: NotCarried[] = [];
  const counts = { rooms: 0, events: 0, rules: 0 };
  for (const room of rooms) {
    const { events = [], rules = [], ...own } = room;
    const what = `room ${String(room["name"])}`;
    const id = await carry({ address: base, key, what, required: ROOM_NEEDS }, own, notCarried);
    if (id === null) continue;
    counts.rooms += 1;
    for (const [name, things, required] of [
      ["events", events, EVENT_NEEDS],
      ["rules", rules, RULE_NEEDS],
    ] as const) {
      for (const thing of [things].flat().map(Object)) {
        const called = `${what}, ${name.slice(0, -1)} ${String(thing.name ?? thing.expression)}`;
        const target = { address: `${base}/${id}/${name}`, key, what: called, required };
        if ((await carry(target, thing, notCarried)) !== null) counts[name] += 1;
      }
    }
  }
  return { ...counts, notCarried };
}

const ROOM_NEEDS = ["name", "host", "path", "total_active_users", "new_users_per_minute"];
const EVENT_NEEDS = ["name", "event_start_time", "event_end_time"];
const RULE_NEEDS = ["action", "expression"];

type Sent = {
  readonly address: string;
  readonly key: string;
  /** In the report. */
  readonly what: string;
  /** Without these it is nothing. */
  readonly required: readonly string[];
};

/**
 * Makes a thing, and where some of its fields are refused, makes it without them and notes each with the reason. Answers
 * its id; null where it could not be made.
 */
async function carry(sent: Sent, thing: Thing, notCarried: NotCarried[]): Promise<string | null> {
  let left = thing;
  for (;;) {
    const answer = await send(sent, left);
    if (answer.success) return String(Object([answer.result].flat().at(-1)).id);
    const refused = answer.errors.map(({ message, source }) => ({
      field: source?.pointer.split("/")[1] ?? "",
      reason: message,
    }));
    const isOptional = ({ field }: { readonly field: string }) =>
      Object.hasOwn(left, field) && !sent.required.includes(field);
    const optional = refused.filter(isOptional);
    const noted = optional.length > 0 ? optional : refused;
    for (const one of noted) notCarried.push({ what: sent.what, ...one });
    if (optional.length === 0) return null;
    const names = new Set(optional.map(({ field }) => field));
    left = Object.fromEntries(Object.entries(left).filter(([name]) => !names.has(name)));
  }
}

type Answer = {
  readonly success: boolean;
  readonly result: unknown;
  readonly errors: readonly {
    readonly message: string;
    readonly source?: { readonly pointer: string };
  }[];
};

async function send({ address, key }: Sent, thing: Thing): Promise<Answer> {
  try {
    const response = await fetch(address, {
      method: "POST",
      headers: { authorization: `Bearer ${key}`, "content-type": "application/json" },
      body: JSON.stringify(thing),
    });
    return await response.json();
  } catch (error) {
    throw new ExpectedFailure(`${address} gave no answer.`, { cause: error });
  }
}
