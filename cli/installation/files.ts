import { statSync } from "node:fs";
import { type Finding, type Findings, finder } from "./finding";

export const FILE_FINDINGS: Findings<
  "files.key-readable" | "files.settings-readable" | "files.settings-unreadable"
> = {
  "files.key-readable": {
    severity: "error",
    means: "Everybody on this machine may read or change the private key of TLS_KEY_FILE.",
    todo: "chmod o= the file; make it belong to the user or group that runs the waiting room.",
  },
  "files.settings-readable": {
    severity: "error",
    means:
      "Everybody on this machine may read or change the file with the settings, keys and passwords among them.",
    todo: "chmod 600 the file.",
  },
  "files.settings-unreadable": {
    severity: "warning",
    means: "The file that --env-file names is not there.",
    todo: "Name the file from which the programs get their settings.",
  },
};

const found = finder(FILE_FINDINGS);
const OF_OTHERS = 0o007;

/** Whether strangers on this machine may read what is secret. */
export function checkFiles(files: {
  readonly tlsKeyFile: string | undefined;
  readonly envFile: string | undefined;
}): Finding[] {
  const { tlsKeyFile, envFile } = files;
  const findings: Finding[] = [];
  if (tlsKeyFile !== undefined && rightsOfOthers(tlsKeyFile) > 0)
    findings.push(
      found("files.key-readable", `Everybody on this machine may read or change ${tlsKeyFile}.`),
    );
  if (envFile === undefined) return findings;
  const rights = rightsOfOthers(envFile);
  if (rights < 0) findings.push(found("files.settings-unreadable", `${envFile} is not there.`));
  if (rights > 0)
    findings.push(
      found("files.settings-readable", `Everybody on this machine may read or change ${envFile}.`),
    );
  return findings;
}

/** The bits of others; -1 without such a file. */
function rightsOfOthers(file: string): number {
  try {
    return statSync(file).mode & OF_OTHERS;
  } catch {
    return -1;
  }
}
