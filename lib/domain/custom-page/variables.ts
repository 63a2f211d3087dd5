import en from "@/lib/domain/page-texts/languages/en.json";

/** `number`: digits only, which may stand in a style too · `condition`: for sections · `text`: words. */
export type VariableKind = "number" | "condition" | "text";

/** The variables of Cloudflare's templates, by their names there. */
export const CLOUDFLARE_VARIABLES = {
  inWaitingRoom: "condition",
  waitTimeKnown: "condition",
  waitTime: "number",
  waitTime25Percentile: "number",
  waitTime50Percentile: "number",
  waitTime75Percentile: "number",
  waitTimeFormatted: "text",
  waitTimeHours: "number",
  waitTimeHourMinutes: "number",
  queueIsFull: "condition",
  queueAll: "condition",
  lastUpdated: "text",
  refreshIntervalSeconds: "number",
  queueingMethod: "text",
  isFIFOQueue: "condition",
  isRandomQueue: "condition",
  isPassthroughQueue: "condition",
  isRejectQueue: "condition",
  isEventActive: "condition",
  isEventPrequeueing: "condition",
  timeUntilEventStart: "number",
  timeUntilEventStartFormatted: "text",
  timeUntilEventEnd: "number",
  timeUntilEventEndFormatted: "text",
  shuffleAtEventStart: "condition",
  turnstile: "text",
  infiniteQueue: "condition",
} as const satisfies Readonly<Record<string, VariableKind>>;

/** Our own variables. */
export const OWN_VARIABLES = {
  eventName: "text",
  customerName: "text",
  headline: "text",
  lead: "text",
  screen: "text",
  number: "text",
  ahead: "text",
  progressPercent: "number",
  waitNote: "text",
  startsAt: "text",
  placeKeptUntil: "text",
  message: "text",
  messageSentAt: "text",
  supportCode: "text",
  language: "text",
  direction: "text",
} as const satisfies Readonly<Record<string, VariableKind>>;

export type CustomPageVariable = keyof typeof CLOUDFLARE_VARIABLES | keyof typeof OWN_VARIABLES;

/** Parts of the page that we write, each at most once in a template. `status` has to be there. */
export const PAGE_PARTS = ["status", "joinForm", "enterForm", "leaveForm"] as const;
export type PagePart = (typeof PAGE_PARTS)[number];

const KINDS: ReadonlyMap<string, VariableKind> = new Map(
  Object.entries({ ...CLOUDFLARE_VARIABLES, ...OWN_VARIABLES }),
);

/** Built-in texts that need no value: `texts.screen.turnTitle`. */
export const TEXT_VARIABLES: ReadonlySet<string> = new Set(
  (["screen", "page"] as const).flatMap((section) =>
    Object.entries(en[section]).flatMap(([key, text]) =>
      typeof text === "string" && !text.includes("{") ? [`texts.${section}.${key}`] : [],
    ),
  ),
);

/** What a name stands for; null for a name that no page fills in. */
export function kindOfVariable(name: string): VariableKind | null {
  return TEXT_VARIABLES.has(name) ? "text" : (KINDS.get(name) ?? null);
}

export function isPagePart(name: string): name is PagePart {
  return PAGE_PARTS.some((pagePart) => pagePart === name);
}
