import { Command } from "commander";
import type { Client } from "@/client/src/create-client";
import { confirm } from "../../confirm";
import type { Terminal } from "../../terminal";
import { operating, type Told } from "../operate";
import { eventIdsIn } from "./events-in";

type Options = { readonly file: string; readonly yes?: true };
type Act = (client: Client, eventId: string) => Promise<unknown>;

/** `stanchion off`: links lead straight to the final page. */
export function offCommand(terminal: Terminal): Command {
  const command = withFile(new Command("off"), "Sends everybody straight to the final page.");
  return operating(command, terminal, async (client, { file, yes }: Options) => {
    const eventIds = await eventIdsIn(file);
    const what = `Lets everybody through ${eventIds.join(", ")}, past limits and caps.`;
    await confirm(terminal, { what, word: "off", yes });
    return each(client, eventIds, (_, eventId) => client.letEverybodyThrough({ eventId }));
  });
}

/** `stanchion on`: the line is back. */
export function onCommand(terminal: Terminal): Command {
  const command = new Command("on")
    .description("Ends “off”: visitors wait again.")
    .option("-f, --file <file>", "the file", "stanchion.yaml");
  return operating(command, terminal, async (client, { file }: Options) =>
    each(client, await eventIdsIn(file), (_, eventId) => client.endLetThrough({ eventId })),
  );
}

/** `stanchion destroy` */
export function destroyCommand(terminal: Terminal): Command {
  const command = withFile(new Command("destroy"), "Stops and deletes the events of the file.");
  return operating(command, terminal, async (client, { file, yes }: Options) => {
    const eventIds = await eventIdsIn(file);
    const what = `Stops and deletes ${eventIds.join(", ")}: everybody who waits loses their place.`;
    await confirm(terminal, { what, word: "destroy", yes });
    return each(client, eventIds, destroy);
  });
}

const destroy: Act = async (client, eventId) => {
  const { name, status } = await client.getEvent({ eventId });
  if (status === "open") {
    const stopped = await client.stopEvent({ eventId });
    if ("approvalId" in stopped) return stopped;
  }
  return client.deleteEvent({ eventId, name });
};

/** Does the same with each event, until one waits for approval. */
async function each(client: Client, eventIds: readonly string[], act: Act): Promise<Told> {
  for (const eventId of eventIds) {
    const answer = await act(client, eventId);
    if (typeof answer === "object" && answer !== null && "approvalId" in answer) return { answer };
  }
  return { answer: { eventIds }, lines: [`Done: ${eventIds.join(", ")}.`] };
}

function withFile(command: Command, what: string): Command {
  return command
    .description(what)
    .option("-f, --file <file>", "the file", "stanchion.yaml")
    .option("--yes", "do not ask");
}
