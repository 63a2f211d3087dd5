import { Command } from "commander";
import type { KeysStatus } from "@/lib/services/keys/status";
import { type Report, reporting } from "../report";
import type { Terminal } from "../terminal";
import { withDatabase } from "../with-database";

/** `stanchion keys status|rotate|activate` */
export function keysCommand(terminal: Terminal): Command {
  const about: readonly [string, string, () => Promise<Report>][] = [
    ["status", "what is still sealed with a former key; ends with 1 while anything is", status],
    [
      "rotate",
      "seals all of it with MASTER_KEY, and stages a new key that signs configs; ends with 1 while no key opens a row",
      rotate,
    ],
    [
      "activate",
      "lets the staged config keys sign; connectors have to know them by then",
      activate,
    ],
  ];
  const keys = new Command("keys")
    .description("Replaces keys without losing anything.")
    .addHelpText(
      "after",
      `
Wants DATABASE_URL, MASTER_KEY (the new one) and PREVIOUS_MASTER_KEYS (the former ones, with commas between),
as the servers have them. The whole procedure: docs/operating.md, "Replacing keys".`,
    );
  for (const [name, description, work] of about) {
    const command = new Command(name).description(description);
    keys.addCommand(reporting(command, terminal, () => withDatabase("keys", work)));
  }
  return keys;
}

async function status(): Promise<Report> {
  const { readKeysStatus } = await import("@/lib/services/keys/status");
  const figures = await readKeysStatus();
  return { lines: inWords(figures), figures, exitCode: figures.isDone ? 0 : 1 };
}

async function rotate(): Promise<Report> {
  const { rotateKeys } = await import("@/lib/services/keys/rotate");
  const figures = await rotateKeys();
  const resealed = Object.entries(figures.resealed).map(([name, count]) => `${name} ${count}`);
  const lost = Object.entries(figures.cannotOpen).filter(([, count]) => count > 0);
  const lines = [
    `Sealed anew: ${resealed.join(", ")}.`,
    ...lost.map(
      ([name, count]) =>
        `${count} ${name} cannot be opened by MASTER_KEY or PREVIOUS_MASTER_KEYS: add the key that sealed them, and rotate again.`,
    ),
    `Staged ${figures.stagedConfigKeys} config keys: give them to the connectors, then "activate".`,
  ];
  return { lines, figures, exitCode: lost.length === 0 ? 0 : 1 };
}

async function activate(): Promise<Report> {
  const { activateConfigKeys } = await import("@/lib/services/keys/rotate");
  const figures = await activateConfigKeys();
  return { lines: [`${figures.activated} config keys sign now.`], figures };
}

function inWords(status: KeysStatus): string[] {
  return [
    `MASTER_KEY is ${status.keyId}; former keys: ${status.formerKeyIds.join(", ") || "none"}.`,
    ...status.sealed.map(
      ({ name, current, former, unknown }) =>
        `${name.padEnd(12)} current ${current}, former ${former}, cannot be opened ${unknown}`,
    ),
    `Open draws that a former key signs: ${status.openDrawsOfFormerKeys}`,
    `Config keys that wait to be activated: ${status.stagedConfigKeys}`,
    status.isDone
      ? "No row needs a former key. Keep it for the places of visitors, as docs/operating.md says."
      : "Former keys are still needed.",
  ];
}
