import { disconnectDb } from "@/lib/db/client";
import { activateConfigKeys, rotateKeys } from "@/lib/services/keys/rotate";
import { type KeysStatus, readKeysStatus } from "@/lib/services/keys/status";
import { ExpectedFailure } from "../tools/stack/expected-failure";
import { readOptions, runCommand } from "../tools/stack/run-command";

const USAGE = `Replaces keys without losing anything. Wants DATABASE_URL, MASTER_KEY (the new one) and
PREVIOUS_MASTER_KEYS (the former ones, with commas between), as the servers have them.

  npm run keys -- status     what is still sealed with a former key. Ends with 1 while anything is
  npm run keys -- rotate     seals all of it with MASTER_KEY, and stages a new key that signs configs
  npm run keys -- activate   lets the staged config keys sign; connectors have to know them by then

  --json   one JSON object as the last line
  --help   this text

The whole procedure: docs/operating.md, "Replacing keys".`;

const OPTIONS = {
  json: { type: "boolean", default: false },
  help: { type: "boolean", short: "h", default: false },
} as const;

runCommand(async () => {
  const { values, positionals } = readOptions({ options: OPTIONS, allowPositionals: true });
  if (values.help) {
    console.log(USAGE);
    return 0;
  }
  try {
    const { lines, figures, isDone } = await run(positionals[0]);
    for (const line of lines) console.log(line);
    if (values.json) console.log(JSON.stringify(figures));
    return isDone ? 0 : 1;
  } finally {
    await disconnectDb();
  }
});

type Told = {
  readonly lines: readonly string[];
  readonly figures: object;
  readonly isDone: boolean;
};

async function run(command: string | undefined): Promise<Told> {
  switch (command) {
    case "status": {
      const status = await readKeysStatus();
      return { lines: inWords(status), figures: status, isDone: status.isDone };
    }
    case "rotate": {
      const figures = await rotateKeys();
      const resealed = Object.entries(figures.resealed).map(([name, count]) => `${name} ${count}`);
      const lines = [
        `Sealed anew: ${resealed.join(", ")}.`,
        `Staged ${figures.stagedConfigKeys} config keys: give them to the connectors, then "activate".`,
      ];
      return { lines, figures, isDone: true };
    }
    case "activate": {
      const figures = await activateConfigKeys();
      return { lines: [`${figures.activated} config keys sign now.`], figures, isDone: true };
    }
    default:
      throw new ExpectedFailure('Say "status", "rotate" or "activate"; --help explains them.');
  }
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
