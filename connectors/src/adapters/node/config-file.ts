import { readFileSync } from "node:fs";
import { rename, writeFile } from "node:fs/promises";
import { dirname } from "node:path";
import type { ConfigStorage } from "../../host/index.ts";

/** Returns the text that was kept last, or null when there is none. */
function readConfigFile(path: string): string | null {
  try {
    return readFileSync(path, "utf8");
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return null;
    throw error;
  }
}

/** Keeps a text so that a reader finds either the old one or the new one, never half of it. */
async function writeConfigFile(path: string, text: string): Promise<void> {
  const draft = `${path}.${process.pid}.tmp`;
  await writeFile(draft, text, { mode: 0o600 });
  await rename(draft, path);
}

function explain(path: string, cause: unknown): Error {
  const code = cause instanceof Error && "code" in cause ? String(cause.code) : String(cause);
  const why = code === "ENOENT" ? `there is no folder ${dirname(path)}` : code;
  return new Error(`configFile ${path} cannot be written: ${why}`, { cause });
}

/**
 * Keeps the last good config in a file. It is read once, at the start, and waited for. Where it cannot be written that is
 * said once, and again when it could be meanwhile.
 */
export function configInFile(path: string): ConfigStorage {
  let isTold = false;
  return {
    load: () => readConfigFile(path),
    save: async (text) => {
      try {
        await writeConfigFile(path, text);
        isTold = false;
      } catch (error) {
        if (isTold) return;
        isTold = true;
        throw explain(path, error);
      }
    },
  };
}
