import { once } from "node:events";
import { type FileHandle, open, rm } from "node:fs/promises";
import { finished } from "node:stream/promises";
import { Command } from "commander";
import { confirm } from "../confirm";
import { orRefused } from "../refusals";
import { type Report, reporting } from "../report";
import type { Terminal } from "../terminal";
import { withOwnRedis } from "../with-own-redis";

/** `stanchion admin customers export` */
export function exportCommand(terminal: Terminal): Command {
  const command = new Command("export")
    .description("Writes everything of a customer into a file, a line of JSON for each row.")
    .argument("<id>", "the customer")
    .requiredOption("--to <file>", "the file; it must not be there yet")
    .option("--stop-events", "stops the events that are open first; visitors lose their places")
    .addHelpText(
      "after",
      `
Beside the file stands FILE.manifest.json: how many rows of each table there are, and the SHA-256 of the file.
Times are UTC. Secrets are left out. Wants DATABASE_URL, MASTER_KEY and REDIS_URL.`,
    );
  return reporting(command, terminal, (id: string, options: ExportOptions) =>
    orRefused(terminal, command, () => exportTo(id, options)),
  );
}

type ExportOptions = { readonly to: string; readonly stopEvents?: boolean };

function exportTo(id: string, { to: file, stopEvents = false }: ExportOptions): Promise<Report> {
  return withOwnRedis("admin customers export", async (redis) => {
    const { contextForInstallation } = await import("@/lib/services/customer/list-all");
    const context = await contextForInstallation(id, "admin customers export");
    const { exportCustomer } = await import("@/lib/services/customer/export");
    const { stopOpenEvents } = await import("@/lib/services/customer/stop-open-events");
    const beside = `${file}.manifest.json`;
    const [rowsFile, manifestFile] = await openNewFiles(file, beside);
    const stream = rowsFile.createWriteStream();
    try {
      if (stopEvents) await stopOpenEvents(redis, context);
      const manifest = await exportCustomer(redis, context, async (line) => {
        if (!stream.write(line)) await once(stream, "drain");
      });
      stream.end();
      await finished(stream);
      await manifestFile.writeFile(`${JSON.stringify(manifest, null, 2)}\n`);
      const rows = Object.values(manifest.rows).reduce((sum, count) => sum + count, 0);
      return {
        lines: [`Wrote ${rows} rows to ${file}, and ${beside}.`],
        figures: { file, manifestFile: beside, ...manifest },
      };
    } catch (error) {
      stream.destroy();
      await Promise.all([rm(file), rm(beside)]);
      throw error;
    } finally {
      await manifestFile.close();
    }
  });
}

/** Both, or none: there are names and queue ids in them, so that nobody else may read them. */
async function openNewFiles(first: string, second: string) {
  const file = await openNew(first);
  try {
    return [file, await openNew(second)] as const;
  } catch (error) {
    await file.close();
    await rm(first);
    throw error;
  }
}

async function openNew(path: string): Promise<FileHandle> {
  return open(path, "wx", 0o600).catch(async (error: NodeJS.ErrnoException) => {
    // Loaded here: every command reads this file, also those that serve visitors.
    const { ServiceError } = await import("@/lib/services/errors");
    const reason = error.code === "EEXIST" ? "is there already" : `cannot be made: ${error.code}`;
    const text = `${path} ${reason}. Name a new file in a folder that you may write to.`;
    throw new ServiceError("precondition_failed", text, { cause: error });
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
    .option("--stop-events", "stops the events that are open; visitors lose their places")
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
  return withOwnRedis("admin customers delete", async (redis) => {
    const { contextForInstallation } = await import("@/lib/services/customer/list-all");
    const context = await contextForInstallation(id, "admin customers delete");
    const { deleteCustomer } = await import("@/lib/services/customer/delete");
    const figures = await deleteCustomer(redis, context, { withoutExport, stopEvents });
    return { lines: [`The customer ${id} is gone.`], figures };
  });
}
