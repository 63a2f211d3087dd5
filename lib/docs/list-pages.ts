import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { installationDirectory } from "@/lib/platform/installation";

/** A page of the documentation that comes with this version. */
export type DocsPageName = { readonly path: string; readonly title: string };

/** Each page has its title in its first line. */
const TITLE = /^#\s+(.+)$/m;

let pages: Promise<readonly DocsPageName[]> | null = null;

/** All pages with their titles. They are of this version, so they are read once. */
export function listDocsPages(): Promise<readonly DocsPageName[]> {
  pages ??= readPages().catch((error: unknown) => {
    pages = null;
    throw error;
  });
  return pages;
}

async function readPages(): Promise<readonly DocsPageName[]> {
  const folder = join(installationDirectory(), "docs");
  const files = await readdir(folder, { recursive: true });
  const named = await Promise.all(
    files
      .filter((file) => file.endsWith(".md"))
      .map(async (file) => {
        const text = await readFile(join(folder, file), "utf8");
        const path = file.replaceAll("\\", "/").replace(/\.md$/, "");
        return { path, title: TITLE.exec(text)?.[1]?.replaceAll("`", "") ?? path };
      }),
  );
  return named.sort((a, b) => a.path.localeCompare(b.path, "en"));
}
