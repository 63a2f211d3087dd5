import { OPERATIONS } from "@/lib/api/registry";
import { projectPath } from "../stack/paths";
import { listVerbs, type Verb } from "./list-verbs";

/** Verbs that no program calls, and why. */
const WITHOUT_OPERATION: Readonly<Record<string, string>> = {
  actOnMany: "a program calls the operation of each event",
  createRule: "the form's shape of addRule, which has an operation",
  tellLine:
    "a part of verbs that have operations; it asks for itself, as it tells the line before them",
  // Pages of the console poll or cache these; the verb that is named gives programs the same.
  getAsset: "readThemeFile",
  getEventLive: "readLiveFigures",
  getLive: "readLiveFigures",
  getOverview: "readOverview",
  getTimeline: "readSharedTimeline",
  readTimeline: "readSharedTimeline",
  listArchivedEvents: "listEvents",
  listAudit: "pageAudit",
  listEventNames: "listEvents",
  listPublications: "pagePublications",
  listThemeSettings: "getTheme",
  listVisitors: "pageVisitors",
  waitingRequests: "listApprovals",
  // Of the console's own pages.
  getTemplate: "a page template as previews compile it",
  hasAnyAdmission: "one of the first steps",
  listAddresses: "what the console's search leads to: each kind has a list",
  readFirstRun: "the first steps of a new customer in the console",
  mailAuditHead: "mails it to the person who asks; programs get the head",
  // Only people decide, also what programs ask for.
  approveRequest: "a second person",
  refuseRequest: "a second person",
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
