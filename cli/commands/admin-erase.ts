import { Command } from "commander";
import { ExpectedFailure } from "@/lib/platform/expected-failure";
import { confirm } from "../confirm";
import { orRefused } from "../refusals";
import { type Report, reporting } from "../report";
import type { Terminal } from "../terminal";
import { withOwnRedis } from "../with-own-redis";

type EraseOptions = {
  readonly queueId?: string;
  readonly email?: string;
  readonly tokenKey?: string;
  readonly yes?: boolean;
};

/** `stanchion admin erase --queue-id ID | --email ADDRESS | --token-key KEY` */
export function eraseCommand(terminal: Terminal): Command {
  const command = new Command("erase")
    .description("Removes or makes anonymous everything that is held about one person.")
    .option("--queue-id <id>", "a visitor, by the queue id of a visit")
    .option("--email <address>", "a user of the console, or a visitor whose token had the address")
    .option("--token-key <key>", "a visitor, by the key of their enqueue token")
    .option("--yes", "does not ask")
    .addHelpText(
      "after",
      `
What that is, and what stays and why: docs/privacy.md. Wants DATABASE_URL, MASTER_KEY and REDIS_URL.`,
    );
  return reporting(command, terminal, async (options: EraseOptions) => {
    const { queueId, email, tokenKey, yes } = options;
    const [person, ...others] = [queueId, email, tokenKey].filter((name) => name !== undefined);
    if (person === undefined || others.length > 0)
      throw new ExpectedFailure("Say either --queue-id or --email or --token-key.");
    const what = `This erases everything about ${person}. It cannot be undone.`;
    await confirm(terminal, { what, word: person, yes });
    return orRefused(terminal, command, () => erase({ queueId, email, tokenKey }));
  });
}

function erase({
  queueId,
  email = "",
  tokenKey,
}: {
  queueId?: string | undefined;
  email?: string | undefined;
  tokenKey?: string | undefined;
}): Promise<Report> {
  return withOwnRedis("admin erase", async (redis) => {
    if (queueId !== undefined) {
      const { eraseVisitor } = await import("@/lib/services/retention/erase-visitor");
      return toldOf(await eraseVisitor(redis, "admin erase", queueId));
    }
    if (tokenKey !== undefined) {
      const { eraseByTokenKeys } = await import("@/lib/services/retention/erase-token-key");
      return toldOf(await eraseByTokenKeys(redis, "admin erase", [tokenKey]));
    }
    const { eraseEmail } = await import("@/lib/services/retention/erase-email");
    return toldOf(await eraseEmail(redis, "admin erase", email));
  });
}

/** Counts by name, with the customers concerned. */
function toldOf(erased: { readonly customers: readonly string[] }): Report {
  const { customers, ...counts } = erased;
  const words = Object.entries(counts).map(([name, count]) => `${name} ${count}`);
  const where =
    customers.length === 0 ? "No customer is concerned" : `Customers: ${customers.join(", ")}`;
  return { lines: [`Erased: ${words.join(", ")}.`, `${where}.`], figures: erased };
}
