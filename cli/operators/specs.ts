import type { Spec } from "./operation-command";

const EVENT = ["eventId", "name", "status", "paused", "outflowInForce"] as const;
const ONE = [
  ...EVENT,
  "kind",
  "targetUrl",
  "startAt",
  "endAt",
  "settingsVersion",
  "updatedAt",
] as const;
const SECRET = ["id", "hint", "state", "isRevealed", "createdAt"] as const;

/** `stanchion events …` */
export const EVENT_COMMANDS: readonly Spec[] = [
  { name: "list", id: "listEvents", columns: EVENT },
  { name: "get", id: "getEvent", args: ["eventId"], columns: ONE },
  { name: "create", id: "createEvent", args: ["eventId"], columns: ONE },
  { name: "edit", id: "updateEvent", args: ["eventId"], columns: ONE },
  { name: "start", id: "startEvent", args: ["eventId"], columns: EVENT },
  { name: "start-now", id: "startEventNow", args: ["eventId"], columns: EVENT },
  { name: "pause", id: "pauseEvent", args: ["eventId"], columns: EVENT },
  { name: "resume", id: "resumeEvent", args: ["eventId"], columns: EVENT },
  {
    ...{ name: "stop", id: "stopEvent", args: ["eventId"], columns: EVENT },
    danger: "Stops {eventId}: everybody who waits loses their place.",
  },
  {
    ...{ name: "delete", id: "deleteEvent", args: ["eventId"] },
    danger: "Deletes {eventId} permanently, with its runs, codes, secrets and drafts.",
    complete: async (client, values) => {
      const { name } = await client.getEvent({ eventId: String(values["eventId"]) });
      return { ...values, name };
    },
  },
];

/** `stanchion codes …` */
export const CODE_COMMANDS: readonly Spec[] = [
  {
    ...{ name: "list", id: "listAccessCodeBatches", args: ["eventId"] },
    columns: ["id", "name", "lane", "count", "used", "left", "validUntil"],
  },
  {
    ...{ name: "create", id: "createAccessCodes", args: ["eventId"] },
    columns: ["id", "name", "count", "uses", "firstLink"],
  },
  { name: "get", id: "getAccessCode", args: ["eventId", "code"] },
  {
    ...{ name: "revoke", id: "revokeAccessCodeBatch", args: ["batchId"] },
    danger: "Revokes every unused code of this batch.",
  },
];

const PUBLICATION = ["version", "publishedAt", "publishedBy", "repeats"] as const;

/** `stanchion rules …` */
export const RULE_COMMANDS: readonly Spec[] = [
  { name: "list", id: "listRules" },
  { name: "versions", id: "listPublications" },
  {
    ...{ name: "publish", id: "publishRules", columns: PUBLICATION },
    danger: "Publishes the rules: every connector uses them within seconds.",
    // What somebody changes meanwhile is not published unseen.
    complete: async (client, values) => {
      const { seen } = await client.getUnpublishedChanges();
      return { ...values, seen };
    },
  },
  {
    ...{ name: "rollback", id: "rollBackRules", args: ["version"], columns: PUBLICATION },
    danger: "Publishes version {version} again: every connector uses it within seconds.",
    complete: async (client, values) => {
      const { items } = await client.listPublications({ limit: 1 });
      return { ...values, newest: items[0]?.version ?? 0 };
    },
  },
  { name: "retry-push", id: "retryConfigPush" },
];

/** `stanchion secrets …` */
export const SECRET_COMMANDS: readonly Spec[] = [
  { name: "list", id: "listSecrets", columns: SECRET },
  { name: "create", id: "createSecret", columns: SECRET },
  { name: "reveal", id: "revealSecret", args: ["secretId"] },
  { name: "activate", id: "activateSecret", args: ["secretId"], columns: SECRET },
  {
    ...{ name: "revoke", id: "revokeSecret", args: ["secretId"] },
    danger: "Revokes the secret: connectors that still use it refuse visitors.",
  },
];

/** `stanchion visitors …` */
export const VISITOR_COMMANDS: readonly Spec[] = [
  { name: "list", id: "listVisitors", args: ["eventId"] },
  {
    ...{ name: "get", id: "getVisitor", args: ["eventId", "code"] },
    columns: ["eventId", "runId", "queueId", "place", "isPresent", "canCancel"],
  },
  {
    ...{ name: "cancel", id: "cancelPlace", args: ["eventId", "code"] },
    danger: "Cancels the place of {code} in {eventId}.",
    complete: async (client, values) => {
      const [eventId, code] = [String(values["eventId"]), String(values["code"])];
      const { place } = await client.getVisitor({ eventId, code });
      return { ...values, number: place.number };
    },
  },
];

const REHEARSAL = ["id", "kind", "name", "state", "progress", "createdAt", "endedAt"] as const;

/** `stanchion rehearse …` */
export const REHEARSAL_COMMANDS: readonly Spec[] = [
  {
    ...{ name: "start", id: "startLiveRehearsal", args: ["eventId"], columns: REHEARSAL },
    defaults: {
      ...{ people: 500, arriveSeconds: 60, outflowPerMinute: 120, noShowPercent: 5, minutes: 10 },
    },
  },
  { name: "list", id: "listRehearsals", columns: REHEARSAL },
  { name: "get", id: "getRehearsal", args: ["rehearsalId"], columns: ["rehearsal"] },
  { name: "stop", id: "stopRehearsal", args: ["rehearsalId"], columns: REHEARSAL },
];

/** Those that stand alone. */
export const SINGLE_COMMANDS: readonly Spec[] = [
  {
    ...{ name: "rate", id: "setOutflow", args: ["eventId", "outflowPerMinute"] },
    columns: ["eventId", "outflowPerMinute", "outflowInForce"],
  },
  {
    ...{ name: "runs", id: "listRuns" },
    columns: ["runId", "eventId", "openedAt", "endedAt", "joined", "admitted"],
  },
  {
    ...{ name: "report", id: "getRunReport", args: ["runId"] },
    columns: ["runId", "eventId", "openedAt", "endedAt", "sums"],
  },
];
