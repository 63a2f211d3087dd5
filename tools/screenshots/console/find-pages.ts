import { readdir } from "node:fs/promises";
import { projectPath } from "../../stack/paths";

const ROUTES = projectPath("app", "(console)");

/** The paths of all pages of the console, as Next.js writes them: `/events/[eventId]/settings`. */
export async function findPages(): Promise<readonly string[]> {
  const files = await readdir(ROUTES, { recursive: true });
  return files
    .filter((file) => file.endsWith("/page.tsx"))
    .map((file) => `/${file.slice(0, -"/page.tsx".length)}`)
    .sort();
}
