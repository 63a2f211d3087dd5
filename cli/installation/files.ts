import { statSync } from "node:fs";
import { type Finding, type Findings, finder } from "./finding";

export const FILE_FINDINGS: Findings<
  "files.key-readable" | "files.settings-readable" | "files.settings-unreadable"
> = {
  "files.key-readable": {
    severity: "error",
    means: "Every user on this machine can read or change the private key in TLS_KEY_FILE.",
    todo: "Run chmod o= on the file, and make the waiting room's user or group its owner.",
  },
  "files.settings-readable": {
    severity: "error",
    means:
      "Every user on this machine can read or change the settings file, which contains keys and passwords.",
    todo: "Run chmod 600 on the file.",
  },
  "files.settings-unreadable": {
    severity: "warning",
    means: "The file given with --settings-file does not exist.",
    todo: "Use the file that the programs read their settings from.",
  },
};

const found = finder(FILE_FINDINGS);
const OF_OTHERS = 0o007;

/** Whether strangers on this machine may read what is secret. */
export function checkFiles(files: {
  readonly tlsKeyFile: string | undefined;
  readonly settingsFile: string | undefined;
}): Finding[] {
  const { tlsKeyFile, settingsFile } = files;
  const findings: Finding[] = [];
  if (tlsKeyFile !== undefined && rightsOfOthers(tlsKeyFile) > 0)
    findings.push(
      found("files.key-readable", `Every user on this machine can read or change ${tlsKeyFile}.`),
    );
  if (settingsFile === undefined) return findings;
  const rights = rightsOfOthers(settingsFile);
  if (rights < 0)
    findings.push(found("files.settings-unreadable", `${settingsFile} does not exist.`));
  if (rights > 0)
    findings.push(
      found(
        "files.settings-readable",
        `Every user on this machine can read or change ${settingsFile}.`,
      ),
    );
  return findings;
}

/** The bits of others, none if this program itself may not come near; -1 without such a file. */
function rightsOfOthers(file: string): number {
  try {
    return statSync(file).mode & OF_OTHERS;
  } catch (error) {
    // The services run as a user of their own, and the folder with the settings is closed to it.
    return error instanceof Error && "code" in error && error.code === "EACCES" ? 0 : -1;
  }
}
