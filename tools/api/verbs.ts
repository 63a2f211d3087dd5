import { OPERATIONS } from "@/lib/api/registry";
import { projectPath } from "../stack/paths";
import { listVerbs, type Verb } from "./list-verbs";

/** Verbs that no program calls, and why. */
const WITHOUT_OPERATION: Readonly<Record<string, string>> = {
  actOnMany: "a program calls the operation of each event",
};

/** The names of verbs that have neither an operation nor a reason. */
export async function verbsWithoutOperation(): Promise<readonly string[]> {
  const run = new Set<unknown>(OPERATIONS.map((operation) => operation.run));
  const lacking: string[] = [];
  for (const verb of listVerbs()) {
    if (verb.name in WITHOUT_OPERATION || run.has(await exportOf(verb))) continue;
    lacking.push(verb.name);
  }
  return lacking;
}

async function exportOf({ file, name }: Verb): Promise<unknown> {
  const module: Readonly<Record<string, unknown>> = await import(projectPath(file));
  return module[name];
}
