import { type FileHandle, open, realpath, rm } from "node:fs/promises";
import { dirname, resolve, sep } from "node:path";
import { environment } from "./operators/environment";

/** Characters that are held before they go to the file together. */
const HELD_MAX = 65_536;

/** The rows of an export, and the manifest beside them. */
export type ExportFiles = {
  readonly path: string;
  readonly manifestPath: string;
  readonly write: (text: string) => Promise<void>;
  /** Resolves once both are whole and on the disk. */
  readonly complete: (manifest: object) => Promise<void>;
  /** Removes both. */
  readonly discard: () => Promise<void>;
};

/**
 * Opens two new files, or none. Nobody else may read them: there are names and queue ids in them. Throws
 * `precondition_failed` for what is there already, what would be gone with the process, and whatever cannot be written,
 * then and later.
 */
export async function openExportFiles(file: string): Promise<ExportFiles> {
  const path = resolve(file);
  const manifestPath = `${path}.manifest.json`;
  await requireKept(path);
  const rows = await openNew(path);
  const manifest = await openNew(manifestPath).catch(async (error: unknown) => {
    await rows.discard();
    throw error;
  });
  return {
    ...{ path, manifestPath, write: rows.write },
    async complete(content) {
      await manifest.write(`${JSON.stringify(content, null, 2)}\n`);
      for (const one of [rows, manifest]) await one.complete();
    },
    async discard() {
      await Promise.all([rows.discard(), manifest.discard()]);
    },
  };
}

/** Under systemd `/tmp` may be one of the process alone. */
async function requireKept(path: string): Promise<void> {
  const kept = environment.stateDirectories();
  if (kept.length === 0) return;
  const real = async (folder: string) => `${await realpath(folder).catch(() => folder)}${sep}`;
  const folder = await real(dirname(path));
  for (const one of kept) if (folder.startsWith(await real(one))) return;
  const text = `${path} would not be kept when this command ends. Choose a file in ${kept.join(" or ")}.`;
  await refuse(text);
}

async function openNew(path: string) {
  const handle = await open(path, "wx", 0o600).catch(refuseToCreate(path));
  let held = "";
  const flush = async () => {
    const text = held;
    held = "";
    await handle.writeFile(text).catch(refuseToWrite(path));
  };
  return {
    async write(text: string) {
      held += text;
      if (held.length >= HELD_MAX) await flush();
    },
    async complete() {
      await flush();
      await store(handle).catch(refuseToWrite(path));
    },
    async discard() {
      // What is wrong with the file was told already.
      await handle.close().catch(() => undefined);
      await rm(path, { force: true });
    },
  };
}

async function store(handle: FileHandle): Promise<void> {
  await handle.sync();
  await handle.close();
}

const refuseToCreate = (path: string) => (error: NodeJS.ErrnoException) => {
  const reason = error.code === "EEXIST" ? "already exists" : `can't be created: ${error.code}`;
  return refuse(`${path} ${reason}. Choose a new file in a writable folder.`, error);
};

const refuseToWrite = (path: string) => (error: NodeJS.ErrnoException) =>
  refuse(
    `${path} can't be written: ${error.code}. Nothing was exported. Choose a file with more space.`,
    error,
  );

async function refuse(text: string, cause?: Error): Promise<never> {
  // Loaded here: every command reads this file, also those that serve visitors.
  const { ServiceError } = await import("@/lib/services/ground/errors");
  throw new ServiceError("precondition_failed", text, { cause });
}
