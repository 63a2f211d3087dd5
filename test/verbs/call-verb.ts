import type { Verb } from "@/tools/api/list-verbs";
import { projectPath } from "@/tools/stack/paths";

/** Whose first argument is not the context: called with a stand-in that must not be reached. */
const REDIS_FIRST: ReadonlySet<string> = new Set([
  "deleteCustomer",
  "exportCustomer",
  "stopOpenEvents",
]);

/** Which take the event's id as a text of its own, and then what to do. */
const EVENT_SECOND: ReadonlySet<string> = new Set(["tellLine"]);

const eventIdIn = (input: unknown) =>
  typeof input === "object" && input !== null && "eventId" in input ? input.eventId : "nonsense";

/** Calls a verb by its name, as an action or a route does. */
export async function callVerb(verb: Verb, context: unknown, input: unknown): Promise<unknown> {
  const module: Readonly<Record<string, unknown>> = await import(projectPath(verb.file));
  const called = module[verb.name];
  if (typeof called !== "function") throw new Error(`${verb.name} of ${verb.file} is no function.`);
  if (EVENT_SECOND.has(verb.name)) return called(context, eventIdIn(input), {});
  return REDIS_FIRST.has(verb.name) ? called({}, context, input) : called(context, input);
}
