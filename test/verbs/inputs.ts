import { randomBytes } from "node:crypto";
import { formatAccessCode, makeAccessCodes } from "@/lib/domain/access-code/access-code";
import { PLAIN_THEME } from "@/lib/domain/theme/theme";
import { queueRule } from "@/test/rules";
import { makePng } from "@/test/theme-files";

type Input = Readonly<Record<string, unknown>>;

const [accessCode = ""] = makeAccessCodes(1, randomBytes).map(formatAccessCode);
const png = makePng(20, 20).toString("base64");
const rule = queueRule("Anything");
const typed = { kind: "typed", text: "192.0.2.1" };
const variant = {
  ...{ order: "fifo", outflow: [{ fromMinute: 0, perMinute: 10 }], opensAfterMinutes: 0 },
  ...{ patienceMinutes: null, noShowPercent: 0, botPercent: 0 },
};

/** What verbs are called with beside ids, by the name of the field. A verb is given of it what it takes. */
export const USUAL: Input = {
  ...{
    name: "Anything",
    managedBy: "a.yaml",
    label: "Anything",
    key: "anything",
    email: "someone@example.com",
  },
  ...{ role: "viewer", defaultRole: "viewer", section: "general", timeZone: "UTC" },
  ...{ isOn: true, isOpen: true, joins: false, count: 1, number: 1, slots: 5, people: 5 },
  ...{ outflowPerMinute: 5, arriveSeconds: 60, noShowPercent: 0, minutes: 1 },
  ...{ revision: 1, settingsVersion: 1, seenVersion: 1, version: 1, against: 0, newest: 1 },
  ...{
    code: accessCode,
    codes: accessCode,
    query: accessCode,
    queueId: crypto.randomUUID(),
    value: "0".repeat(64),
  },
  ...{ host: "shop.example", targetUrl: "https://shop.example/", url: "https://shop.example/" },
  ...{ issuer: "https://nobody.invalid", clientId: "console", clientSecret: "secret" },
  ...{ use: { kind: "single-use" }, contents: typed, settings: PLAIN_THEME, topics: [] },
  ...{ format: "json", what: "minutes", ruleIds: [], rule, texts: null },
  ...{ userCode: "BCDF-GHJK" },
  ...{ newEventId: "another", logoBase64: null, base64: png, provider: "turnstile" },
  ...{ siteKey: "1x00000000000000000000AA", secret: "1x0000000000000000000000000000000AA" },
  ...{ from: "2026-11-01T10:00:00Z", until: "2026-11-01T11:00:00Z", actionType: "Ignore" },
  ...{ arrivals: { kind: "run", run: 1 }, uncertaintyPercent: 0, plan: variant, change: null },
  ...{ metric: "waiting", crossedAt: 5, clearedAt: 4 },
  kind: "always-on",
};

const ALERTED = { types: ["event.paused"], channelIds: ["an id"] };
const PLACE = {
  ...{ runId: 1, lane: 0, number: 1, moves: 0, keyPrint: null },
  queueId: "0a1b2c3d-0000-4000-a000-0123456789ab",
};
const DAYS = { from: "2026-11-01", until: "2026-11-30" };

/** Where a verb means something else by the name of a field, or wants it not at all. */
export const OF_VERB: Readonly<Record<string, Input>> = {
  createAlertChannel: { kind: "email", addresses: ["someone@example.com"], secret: null },
  updateAlertChannel: { secret: null },
  endSession: { status: "completed", requestId: PLACE.queueId },
  generateAwsToken: { requestId: "a request", place: PLACE, issuer: "https://shop.example" },
  createAlertRule: ALERTED,
  updateAlertRule: ALERTED,
  previewAlert: ALERTED,
  setEventInlet: { inlet: { type: "custom" } },
  saveAwsClient: { redirectUris: ["https://shop.example/callback"] },
  actOnMany: { act: "pause", eventIds: ["anything"] },
  createRule: rule,
  exportAudit: DAYS,
  listAudit: DAYS,
  pageAudit: DAYS,
  listThemeSettings: { keys: ["anything"] },
  listVisitors: { from: "1" },
  reorderRules: { ruleIds: ["an id"] },
  saveMessage: { texts: { en: "Anything" } },
  saveSection: { seen: {}, kind: undefined, timeZone: undefined, outflowPerMinute: undefined },
  setNewEventDefaults: { level: "sale", theme: null, language: "en" },
  setSignInRule: { rule: "any" },
  setStock: { kind: "left", units: 5 },
  uploadAsset: { kind: "logo" },
};
