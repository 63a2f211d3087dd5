import { OPERATIONS } from "@/lib/api/registry";
import { projectPath } from "../stack/paths";
import { listVerbs, type Verb } from "./list-verbs";

/** Verbs of the console's own pages, which poll, cache or list for a choice, each with the verb that gives programs the same. */
export const INSTEAD: Readonly<Record<string, string>> = {
  actOnMany: "pauseEvent",
  createRule: "addRule",
  getAsset: "readThemeFile",
  getEventLive: "readLiveFigures",
  getLive: "readLiveFigures",
  getOverview: "readOverview",
  getTimeline: "readSharedTimeline",
  listArchivedEvents: "listEvents",
  listAudit: "pageAudit",
  listEventNames: "listEvents",
  listOverview: "readOverviewListing",
  listPublications: "pagePublications",
  listThemeSettings: "getTheme",
  listVisitors: "pageVisitors",
  mailAuditHead: "getAuditHead",
  readTimeline: "readSharedTimeline",
  waitingRequests: "listApprovals",
};

/** Other verbs that no program calls, and why. */
export const WITHOUT_OPERATION: Readonly<Record<string, string>> = {
  getTemplate: "previews of the console draw with it",
  hasAnyAdmission: "the console's first steps ask it",
  listAddresses: "where the console's search leads",
  generateAwsToken: "the private calls of AWS sites answer with it",
  endSession: "the private calls of AWS sites end visits with it",
  readSessions: "the private calls of AWS sites answer with it",
  readFirstRun: "the console's first steps",
  tellLine:
    "a part of verbs that have operations: it audits before it tells the line, and asks for itself",
  // They take a customer's context: programs call them by its id, with a key of the installation.
  deleteCustomer: "`removeCustomer` calls it",
  exportCustomer: "`stanchion admin` on the server",
  inviteByInstallation: "`stanchion admin` on the server",
  resumeCustomer: "`releaseCustomer` calls it",
  setCustomerLimits: "`limitCustomer` calls it",
  stopOpenEvents: "`stanchion admin` on the server",
  suspendCustomer: "`holdCustomer` calls it",
  // Programs ask, people decide.
  approveLogin: "a person decides",
  findLoginRequest: "a person decides",
  refuseLogin: "a person decides",
  approveRequest: "the second person is no program",
  refuseRequest: "the second person is no program",
};

/** The names of verbs that have neither an operation nor a reason. */
export async function verbsWithoutOperation(): Promise<readonly string[]> {
  const run = new Set<unknown>(OPERATIONS.map((operation) => operation.run));
  const lacking: string[] = [];
  for (const verb of listVerbs()) {
    const isElsewhere = verb.name in INSTEAD || verb.name in WITHOUT_OPERATION;
    if (isElsewhere || run.has(await exportOf(verb))) continue;
    lacking.push(verb.name);
  }
  return lacking;
}

async function exportOf({ file, name }: Verb): Promise<unknown> {
  const module: Readonly<Record<string, unknown>> = await import(projectPath(file));
  return module[name];
}
