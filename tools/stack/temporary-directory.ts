import { rmSync } from "node:fs";
import { chmod, mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

const made = new Set<string>();

function removeAll(): void {
  for (const directory of made) rmSync(directory, { recursive: true, force: true });
}

/** A new empty folder, which Postgres' user can reach too; gone when this process ends, unless it is to be kept. */
export async function temporaryDirectory(
  prefix: string,
  { isKept = false }: { readonly isKept?: boolean } = {},
): Promise<string> {
  const directory = await mkdtemp(join(tmpdir(), prefix));
  await chmod(directory, 0o755);
  if (made.size === 0) process.once("exit", removeAll);
  if (!isKept) made.add(directory);
  return directory;
}
