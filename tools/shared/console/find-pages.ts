import { readdir } from "node:fs/promises";
import { SECTION_IDS } from "@/lib/domain/event/settings/table";
import { ExpectedFailure } from "@/lib/platform/expected-failure";
import { projectPath } from "../../stack/paths";

const ROUTES = projectPath("app", "(console)");

/** The paths of all pages of the console, as Next.js writes them: `/events/[eventId]/settings`. */
export async function findPages(): Promise<readonly string[]> {
  const files = await readdir(ROUTES, { recursive: true });
  return (
    files
      .filter((file) => file.endsWith("/page.tsx"))
      .map((file) => `/${file.slice(0, -"/page.tsx".length)}`)
      // The settings of an event have a page for each of their sections.
      .flatMap((path) => [...new Set(SECTION_IDS.map((id) => path.replace("[section]", id)))])
      .sort()
  );
}

/** A path with a value for each `[name]` in it, and without what may be left out. Throws an `ExpectedFailure` for a name without one. */
export function fillPath(path: string, parameters: Readonly<Record<string, string>>): string {
  const first = path.replace(/\/\[\[\.\.\.\w+\]\]$/, "");
  return first.replaceAll(/\[(\w+)\]/g, (_, name: string) => {
    const value = parameters[name];
    if (value === undefined)
      throw new ExpectedFailure(
        `${path} has a parameter ${name}: say in tools/shared/console/find-parameters.ts what it is.`,
      );
    return encodeURIComponent(value);
  });
}
