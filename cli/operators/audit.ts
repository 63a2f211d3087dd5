import { setTimeout as sleep } from "node:timers/promises";
import { Command } from "commander";
import type { Client } from "@/client/src/create-client";
import type { Schemas } from "@/client/src/generated/types";
import type { Terminal } from "../terminal";
import { EXIT, operating } from "./operate";
import { withoutControls } from "./render";

const FOLLOW_MS = 2_000;
const COLUMNS = ["entries", "links", "unlinked", "erased", "since", "anchoredAt", "warning"];

type Entry = Schemas["AuditEntry"];
type TailOptions = {
  readonly lines: string;
  readonly follow?: true;
  readonly event?: string;
  readonly json?: true;
};

/** `stanchion audit tail` */
export function auditTailCommand(terminal: Terminal): Command {
  const command = new Command("tail")
    .description("Shows the newest entries of the audit log, oldest first.")
    .option("--lines <number>", "how many", "10")
    .option("--event <event>", "of one event")
    .option("--follow", "go on with new ones");
  return operating(command, terminal, async (client, options: TailOptions) => {
    const { lines, follow, event } = options;
    const filter = event === undefined ? {} : { eventId: event };
    const page = await client.listAuditEntries({ ...filter, limit: Number(lines) });
    const items = page.items.toReversed();
    if (!follow)
      return { answer: { items, nextCursor: page.nextCursor }, lines: items.map(lineOf) };
    const print = (entry: Entry) =>
      terminal.print(options.json ? JSON.stringify(entry) : lineOf(entry));
    for (const entry of items) print(entry);
    await followLog(client, filter, new Set(items.map(({ id }) => id)), print);
    return { answer: {}, lines: [] };
  });
}

async function followLog(
  client: Client,
  filter: { readonly eventId?: string },
  shown: Set<string>,
  print: (entry: Entry) => void,
): Promise<never> {
  for (;;) {
    await sleep(FOLLOW_MS);
    const { items } = await client.listAuditEntries({ ...filter, limit: 100 });
    for (const entry of items.toReversed()) {
      if (!shown.has(entry.id)) print(entry);
      shown.add(entry.id);
    }
  }
}

const lineOf = ({ at, actor, summary }: Entry) =>
  withoutControls(`${at}  ${actor.name || actor.type}  ${summary}`);

/** `stanchion audit verify`: ends with 1 where an entry was changed or is missing. */
export function auditVerifyCommand(terminal: Terminal): Command {
  const command = new Command("verify").description(
    "Checks that nobody has changed the audit log.",
  );
  return operating(command, terminal, async (client) => {
    const answer = await client.verifyAuditLog();
    if (answer.firstBad === null) return { answer, columns: COLUMNS };
    terminal.ending = EXIT.refused;
    const { seq, reason } = answer.firstBad;
    return { answer, lines: [`The audit log was changed at entry ${seq ?? "?"}: ${reason}`] };
  });
}
