import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { installationDirectory } from "@/lib/platform/installation";

/** Names of folders and files of `docs`, without the ending: no dot, so that nothing leads out of the folder. */
const PATH = /^[a-z0-9-]+(\/[a-z0-9-]+){0,2}$/i;

/** A page of the documentation of this very version, as Markdown; null where there is none of that name. */
export async function readDocsPage(path: string): Promise<string | null> {
  if (!PATH.test(path)) return null;
  const file = join(installationDirectory(), "docs", `${path}.md`);
  return readFile(file, "utf8").catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT" || error.code === "EISDIR") return null;
    throw error;
  });
}
