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
    .description("Deletes or anonymises all data about one person.")
    .option("--queue-id <id>", "a visitor, by queue ID")
    .option("--email <address>", "a console user, or a visitor whose token had this address")
    .option("--token-key <key>", "a visitor, by enqueue token key")
    .option("--yes", "skip confirmation")
    .addHelpText(
      "after",
      `
docs/privacy.md lists what is erased and what is kept. Requires DATABASE_URL, MASTER_KEY and REDIS_URL.`,
    );
  return reporting(command, terminal, async (options: EraseOptions) => {
    const { queueId, email, tokenKey, yes } = options;
    const [person, ...others] = [queueId, email, tokenKey].filter((name) => name !== undefined);
    if (person === undefined || others.length > 0)
      throw new ExpectedFailure("Use exactly one of --queue-id, --email and --token-key.");
    const what = `This erases all data about ${person}. It cannot be undone.`;
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
      const { eraseVisitor } = await import("@/lib/services/installation/retention/erase-visitor");
      return toldOf(await eraseVisitor(redis, "admin erase", queueId));
    }
    if (tokenKey !== undefined) {
      const { eraseByTokenKeys } = await import(
        "@/lib/services/installation/retention/erase-token-key"
      );
      return toldOf(await eraseByTokenKeys(redis, "admin erase", [tokenKey]));
    }
    const { eraseEmail } = await import("@/lib/services/installation/retention/erase-email");
    return toldOf(await eraseEmail(redis, "admin erase", email));
  });
}

/** Counts by name, with the customers concerned. */
function toldOf(erased: { readonly customers: readonly string[] }): Report {
  const { customers, ...counts } = erased;
  const words = Object.entries(counts).map(([name, count]) => `${name} ${count}`);
  const where =
    customers.length === 0 ? "No customer affected" : `Customers: ${customers.join(", ")}`;
  return { lines: [`Erased: ${words.join(", ")}.`, `${where}.`], figures: erased };
}
