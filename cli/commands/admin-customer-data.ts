import { Command } from "commander";
import { confirm } from "../confirm";
import { openExportFiles } from "../export-files";
import { orRefused } from "../refusals";
import { type Report, reporting } from "../report";
import type { Terminal } from "../terminal";
import { withOwnRedis } from "../with-own-redis";

/** `stanchion admin customers export` */
export function exportCommand(terminal: Terminal): Command {
  const command = new Command("export")
    .description("Exports a customer's data to a file, one JSON line per row.")
    .argument("<id>", "customer ID")
    .requiredOption("--to <file>", "output file; must not exist")
    .option("--stop-events", "stop open events first; visitors lose their places")
    .addHelpText(
      "after",
      `
Also writes FILE.manifest.json with the row count of each table and the SHA-256 of the file.
Times are UTC. Secrets are not included. Requires DATABASE_URL, MASTER_KEY and REDIS_URL.`,
    );
  return reporting(command, terminal, (id: string, options: ExportOptions) =>
    orRefused(terminal, command, () => exportTo(id, options)),
  );
}

type ExportOptions = { readonly to: string; readonly stopEvents?: boolean };

function exportTo(id: string, { to: file, stopEvents = false }: ExportOptions): Promise<Report> {
  return withOwnRedis("admin customers export", async (redis) => {
    const { contextForInstallation } = await import(
      "@/lib/services/installation/customer/list-all"
    );
    const context = await contextForInstallation(id, "admin customers export");
    const { exportCustomer } = await import("@/lib/services/installation/customer/export");
    const { stopOpenEvents } = await import(
      "@/lib/services/installation/customer/stop-open-events"
    );
    const files = await openExportFiles(file);
    try {
      if (stopEvents) await stopOpenEvents(redis, context);
      const { rows, ...manifest } = await exportCustomer(redis, context, files);
      const { path, manifestPath } = files;
      const count = Object.values(rows).reduce((sum, one) => sum + one, 0);
      return {
        lines: [`Wrote ${count} rows to ${path} and its manifest to ${manifestPath}.`],
        figures: { file: path, manifestFile: manifestPath, rows, ...manifest },
      };
    } catch (error) {
      await files.discard();
      throw error;
    }
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
    .description("Deletes a customer and all its data. Export it first.")
    .argument("<id>", "customer ID")
    .option("--without-export", "skip the check for a complete export")
    .option("--stop-events", "stop open events; visitors lose their places")
    .option("--yes", "skip confirmation")
    .addHelpText(
      "after",
      `
Also deletes users who belong to no other customer. Requires DATABASE_URL, MASTER_KEY and REDIS_URL.`,
    );
  return reporting(command, terminal, async (id: string, options: DeleteOptions) => {
    const what = `This deletes customer ${id} with all events, rules, keys and admissions. It cannot be undone.`;
    await confirm(terminal, { what, word: id, yes: options.yes });
    return orRefused(terminal, command, () => remove(id, options));
  });
}

function remove(id: string, options: DeleteOptions): Promise<Report> {
  const { withoutExport = false, stopEvents = false } = options;
  return withOwnRedis("admin customers delete", async (redis) => {
    const { contextForInstallation } = await import(
      "@/lib/services/installation/customer/list-all"
    );
    const context = await contextForInstallation(id, "admin customers delete");
    const { deleteCustomer } = await import("@/lib/services/installation/customer/delete");
    const figures = await deleteCustomer(redis, context, { withoutExport, stopEvents });
    return { lines: [`Deleted customer ${id}.`], figures };
  });
}
