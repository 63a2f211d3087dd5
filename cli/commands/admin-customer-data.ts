import { once } from "node:events";
import { createWriteStream } from "node:fs";
import { rm, writeFile } from "node:fs/promises";
import { finished } from "node:stream/promises";
import { Command } from "commander";
import { confirm } from "../confirm";
import { orRefused } from "../refusals";
import { type Report, reporting } from "../report";
import type { Terminal } from "../terminal";
import { withRedis } from "../with-redis";

/** `stanchion admin customers export` */
export function exportCommand(terminal: Terminal): Command {
  const command = new Command("export")
    .description("Writes everything of a customer into a file, a line of JSON for each row.")
    .argument("<id>", "the customer")
    .requiredOption("--to <file>", "the file; it must not be there yet")
    .addHelpText(
      "after",
      `
Beside the file stands FILE.manifest.json: how many rows of each table there are, and the SHA-256 of the file.
Times are UTC. Secrets are left out. Wants DATABASE_URL, MASTER_KEY and REDIS_URL.`,
    );
  return reporting(command, terminal, (id: string, { to }: { to: string }) =>
    orRefused(terminal, command, () => exportTo(id, to)),
  );
}

function exportTo(id: string, file: string): Promise<Report> {
  return withRedis("admin customers export", async (redis) => {
    const { contextForInstallation } = await import("@/lib/services/customer/list-all");
    const context = await contextForInstallation(id, "admin customers export");
    const { exportCustomer } = await import("@/lib/services/customer/export");
    // It has names and queue ids in it.
    const stream = createWriteStream(file, { flags: "wx", mode: 0o600 });
    await once(stream, "open");
    const manifest = await exportCustomer(redis, context, async (line) => {
      if (!stream.write(line)) await once(stream, "drain");
    }).catch(async (error: unknown) => {
      stream.destroy();
      await rm(file);
      throw error;
    });
    stream.end();
    await finished(stream);
    const beside = `${file}.manifest.json`;
    await writeFile(beside, `${JSON.stringify(manifest, null, 2)}\n`, { flag: "wx", mode: 0o600 });
    const rows = Object.values(manifest.rows).reduce((sum, count) => sum + count, 0);
    return {
      lines: [`Wrote ${rows} rows to ${file}, and ${beside}.`],
      figures: { file, manifestFile: beside, ...manifest },
    };
  });
}

type DeleteOptions = {
  readonly withoutExport?: boolean;
  readonly stopEvents?: boolean;
  readonly yes?: boolean;
};

/** `stanchion admin customers delete` */
export function deleteCommand(terminal: Terminal): Command {
  const command = new Command("delete")
    .description("Removes a customer and everything of it. Export it first.")
    .argument("<id>", "the customer")
    .option("--without-export", "does not ask for an export of all that happened")
    .option("--stop-events", "stops the events that are open")
    .option("--yes", "does not ask")
    .addHelpText(
      "after",
      `
Users who belong to no other customer are removed, too. Wants DATABASE_URL, MASTER_KEY and REDIS_URL.`,
    );
  return reporting(command, terminal, async (id: string, options: DeleteOptions) => {
    const what = `This removes the customer ${id} with all events, rules, keys and admissions. It cannot be undone.`;
    await confirm(terminal, { what, word: id, yes: options.yes });
    return orRefused(terminal, command, () => remove(id, options));
  });
}

function remove(id: string, options: DeleteOptions): Promise<Report> {
  const { withoutExport = false, stopEvents = false } = options;
  return withRedis("admin customers delete", async (redis) => {
    const { contextForInstallation } = await import("@/lib/services/customer/list-all");
    const context = await contextForInstallation(id, "admin customers delete");
    if (stopEvents) {
      const { listEvents } = await import("@/lib/services/event/list");
      const { stopEvent } = await import("@/lib/services/event/stop");
      for (const { eventId, status } of await listEvents(context)) {
        if (status === "open") await stopEvent(context, { eventId });
      }
    }
    const { deleteCustomer } = await import("@/lib/services/customer/delete");
    const figures = await deleteCustomer(redis, context, { withoutExport });
    return { lines: [`The customer ${id} is gone.`], figures };
  });
}
