import { Command } from "commander";
import type { KeysStatus } from "@/lib/services/installation/keys/status";
import { type Report, reporting } from "../report";
import type { Terminal } from "../terminal";
import { withDatabase } from "../with-database";

/** `stanchion keys status|rotate|activate` */
export function keysCommand(terminal: Terminal): Command {
  const about: readonly [string, string, () => Promise<Report>][] = [
    ["status", "Shows what still needs a former key. Exit code: 1 while anything does.", status],
    [
      "rotate",
      "Re-encrypts everything with MASTER_KEY and stages a new config signing key. Exit code: 1 if a row can't be opened.",
      rotate,
    ],
    [
      "activate",
      "Activates the staged config signing keys. Add them to all connectors first.",
      activate,
    ],
  ];
  const keys = new Command("keys").description("Rotates encryption and signing keys.").addHelpText(
    "after",
    `
Requires DATABASE_URL, MASTER_KEY (the new key) and PREVIOUS_MASTER_KEYS (former keys, comma-separated), as on the
servers. Full procedure: docs/keys.md.`,
  );
  for (const [name, description, work] of about) {
    const command = new Command(name).description(description);
    keys.addCommand(reporting(command, terminal, () => withDatabase("keys", work)));
  }
  return keys;
}

async function status(): Promise<Report> {
  const { readKeysStatus } = await import("@/lib/services/installation/keys/status");
  const figures = await readKeysStatus();
  return { lines: inWords(figures), figures, exitCode: figures.isDone ? 0 : 1 };
}

async function rotate(): Promise<Report> {
  const { rotateKeys } = await import("@/lib/services/installation/keys/rotate");
  const figures = await rotateKeys();
  const resealed = Object.entries(figures.resealed).map(([name, count]) => `${name} ${count}`);
  const lost = Object.entries(figures.cannotOpen).filter(([, count]) => count > 0);
  const lines = [
    `Re-encrypted: ${resealed.join(", ")}.`,
    ...lost.map(
      ([name, count]) =>
        `${count} ${name} can't be opened with MASTER_KEY or PREVIOUS_MASTER_KEYS. Add the key that encrypted them and rotate again.`,
    ),
    `Staged ${figures.stagedConfigKeys} config keys. Add them to the connectors, then run "activate".`,
  ];
  return { lines, figures, exitCode: lost.length === 0 ? 0 : 1 };
}

async function activate(): Promise<Report> {
  const { activateConfigKeys } = await import("@/lib/services/installation/keys/rotate");
  const figures = await activateConfigKeys();
  return { lines: [`Activated ${figures.activated} config keys.`], figures };
}

function inWords(status: KeysStatus): string[] {
  return [
    `MASTER_KEY is ${status.keyId}; former keys: ${status.formerKeyIds.join(", ") || "none"}.`,
    ...status.sealed.map(
      ({ name, current, former, unknown }) =>
        `${name.padEnd(12)} current ${current}, former ${former}, unreadable ${unknown}`,
    ),
    `Open draws signed with a former key: ${status.openDrawsOfFormerKeys}`,
    `Staged config keys: ${status.stagedConfigKeys}`,
    status.isDone
      ? "No row needs a former key. Visitors' places may still; see docs/keys.md before you remove it."
      : "Former keys are still needed.",
  ];
}
