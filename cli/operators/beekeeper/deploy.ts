import { Command } from "commander";
import type { Client } from "@/client/src/create-client";
import { clientCheckSnippet, promotionalLink } from "@/lib/domain/client-check/snippet";
import type { Terminal } from "../../terminal";
import type { ApplyOptions } from "../manifest/run-manifest";
import { operating, type Told } from "../operate";
import { eventIdsIn } from "./events-in";

/** `stanchion deploy` */
export function deployCommand(terminal: Terminal): Command {
  const command = new Command("deploy")
    .description("Applies stanchion.yaml, starts its events, and prints the links to hand out.")
    .option("-f, --file <file>", "the file", "stanchion.yaml")
    .option("--yes", "do not ask");
  return operating(command, terminal, async (client, options: ApplyOptions) => {
    const { runApply } = await import("../manifest/run-manifest");
    const applied = await runApply(terminal, client, options);
    if (terminal.ending !== 0) return applied;
    return startAndTell(client, await eventIdsIn(options.file));
  });
}

async function startAndTell(client: Client, eventIds: readonly string[]): Promise<Told> {
  const { customerId, waitingRoomUrl } = await client.getCustomer();
  await requireSecret(client);
  const events: { readonly eventId: string; readonly link: string; readonly snippet: string }[] =
    [];
  for (const eventId of eventIds) {
    const { status } = await client.getEvent({ eventId });
    if (status !== "open") {
      const started = await client.startEvent({ eventId });
      if ("approvalId" in started) return { answer: started };
    }
    const link = promotionalLink(waitingRoomUrl, { customerId, eventId });
    events.push({ eventId, link, snippet: clientCheckSnippet(link) });
  }
  const lines = events.flatMap(({ link, snippet }) => [
    `Link:   ${link}`,
    `Check:  ${link}/client`,
    "Put this into the head of the final page:",
    snippet,
    "This hides the page in browsers. Your server still sends it to everybody: use a connector where that matters.",
  ]);
  return { answer: { events }, lines };
}

/** Tokens are signed with it. Nobody needs to see it: no connector is there to check them. */
async function requireSecret(client: Client): Promise<void> {
  const { items } = await client.listSecrets({ limit: 1 });
  if (items.length === 0) await client.createSecret({});
}
