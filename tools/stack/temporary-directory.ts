import { rmSync } from "node:fs";
import { chmod, mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

const made: string[] = [];

/** A new empty folder, which Postgres' user can reach too; gone when this process ends, unless it is to be kept. */
export async function temporaryDirectory(
  prefix: string,
  { isKept = false }: { readonly isKept?: boolean } = {},
): Promise<string> {
  const directory = await mkdtemp(join(tmpdir(), prefix));
  await chmod(directory, 0o755);
  if (!isKept && made.push(directory) === 1)
    process.once("exit", () => {
      for (const one of made) rmSync(one, { recursive: true, force: true });
    });
  return directory;
}
