import { ExpectedFailure } from "@/lib/platform/expected-failure";
import type { NotCarried } from "./report";

type Fields = Readonly<Record<string, unknown>>;
type Part = Fields & { readonly UrlPart: string };

/** Pages that a behaviour holds visitors of, as an event and a rule. */
export type PrioritizedPages = {
  readonly eventId: string;
  readonly name: string;
  readonly settings: Fields;
  /** Empty where it holds for every page. */
  readonly triggers: readonly {
    readonly LogicalOperator: string;
    readonly TriggerParts: readonly Part[];
  }[];
};

const HOLD_SECONDS = 300;
const STATUS_CODES: readonly unknown[] = [200, 202, 429, 503];

/** What the property does not say: its policy has it, or there is nothing of the kind there. */
export type ByLottery = {
  readonly percent: number;
  /** The others wait in line instead of asking again. */
  readonly isBesideLine: boolean;
};

/** Finds each `visitorPrioritization` in the rules of a property. Notes what of it is not here. */
export function readProperty(
  property: unknown,
  byLottery: ByLottery,
  notCarried: NotCarried[],
): readonly PrioritizedPages[] {
  const rules = Object(property).rules ?? property;
  if (!Array.isArray(Object(rules).behaviors)) {
    throw new ExpectedFailure("This is no property: it has no rules with behaviors.");
  }
  const found: PrioritizedPages[] = [];
  walk(rules, [], (rule, criteria, options) => {
    const name = `Akamai ${String(rule["name"])}`;
    const note = (field: string, reason: string) =>
      void notCarried.push({ what: name, field, reason });
    const triggers = triggersOf(criteria, note);
    if (triggers === null) return;
    const settings = settingsOf(options, byLottery, note);
    found.push({ eventId: eventIdOf(name, found), name, settings, triggers });
  });
  if (found.length === 0) throw new ExpectedFailure("The property has no visitorPrioritization.");
  return found;
}

type Found = (rule: Fields, criteria: readonly Fields[], options: Fields) => void;

/** What holds for a rule are its own criteria and those of all that it stands in. */
function walk(rule: Fields, above: readonly Fields[], found: Found): void {
  const { criteria = [], behaviors = [], children = [] } = rule;
  const own = [...above, ...[criteria].flat().map(Object)];
  for (const behavior of [behaviors].flat().map(Object)) {
    const options = Object(behavior.options);
    if (behavior.name === "visitorPrioritization" && options.enabled !== false)
      found(rule, own, options);
  }
  for (const child of [children].flat().map(Object)) walk(child, own, found);
}

function eventIdOf(name: string, others: readonly PrioritizedPages[]): string {
  const words = name
    .toLowerCase()
    .replace(/[^a-z0-9]/g, "")
    .slice(0, 17);
  let id = words;
  for (let at = 2; others.some(({ eventId }) => eventId === id); at += 1) id = `${words}${at}`;
  return id;
}

type Note = (field: string, reason: string) => void;

/** The settings of the event that a behaviour is. */
function settingsOf(options: Fields, { percent, isBesideLine }: ByLottery, note: Note): Fields {
  const seconds = Number(options["allowedUserCookieDuration"] ?? HOLD_SECONDS);
  const hold = Number(options["waitingRoomCookieDuration"] ?? HOLD_SECONDS);
  const status = options["waitingRoomStatusCode"];
  if (seconds % 60 !== 0)
    note("allowedUserCookieDuration", "Sessions here last whole minutes: it is rounded up.");
  for (const name of ["allowedUserCookieLabel", "waitingRoomCookieLabel"]) {
    if (options[name] !== undefined) note(name, "Cookies have names of their own here.");
  }
  for (const name of ["waitingRoomDirectory", "waitingRoomNetStorage", "waitingRoomPath"]) {
    if (options[name] !== undefined && options[name] !== "")
      note(name, "Upload the page as the HTML of a theme: whoever is held sees it, too.");
  }
  const isKnown = STATUS_CODES.includes(status);
  if (status !== undefined && !isKnown)
    note("waitingRoomStatusCode", "Choose 200, 202, 429 or 503.");
  return {
    sessionMode: "fixed",
    sessionMinutes: Math.max(1, Math.ceil(seconds / 60)),
    ...(isKnown ? { waitingStatusCode: status } : {}),
    admission: {
      share: { type: "percentage", percent },
      holdSeconds: Math.min(3_600, Math.max(5, hold)),
      identity: identityOf(options, isBesideLine, note),
      ...(isBesideLine ? { lane: DRAWN.key } : {}),
    },
    ...(isBesideLine ? { lanes: LANES } : {}),
  };
}

const DRAWN = { key: "drawn", name: "Drawn" };
/** Those who are drawn go first. */
const LANES = {
  ...{ mode: "ordered", defaultLane: "main" },
  lanes: [DRAWN, { key: "main", name: "Main line" }],
};

function identityOf(options: Fields, isBesideLine: boolean, note: Note): Fields {
  const first = (name: string) => String([options[name]].flat()[0] ?? "");
  if (options["userIdentificationByHeaders"] === true)
    return { by: "header", name: first("userIdentificationKeyHeaders") };
  if (options["userIdentificationByParams"] === true) {
    if (!isBesideLine) return { by: "parameter", name: first("userIdentificationKeyParams") };
    note("userIdentificationByParams", "Beside a line visitors are told apart by browser.");
  }
  if (options["userIdentificationByIp"] === true) return { by: "address" };
  if (options["userIdentificationByCookie"] === true) {
    note("userIdentificationByCookie", "Set the cookie for the waiting room's host, too.");
    return { by: "cookie", name: first("userIdentificationKeyCookie") };
  }
  return { by: "browser" };
}

const URL_PARTS: Readonly<Record<string, string>> = { path: "PagePath", hostname: "HostName" };

/** All criteria hold. Null where one cannot be told here: then more pages would be held than there. */
function triggersOf(criteria: readonly Fields[], note: Note): PrioritizedPages["triggers"] | null {
  const parts: Part[] = [];
  for (const { name, options } of criteria) {
    const UrlPart = URL_PARTS[String(name)];
    const {
      values,
      matchOperator = "MATCHES_ONE_OF",
      matchCaseSensitive = false,
    } = Object(options);
    const list = [values ?? []].flat().map(String);
    const starless = list.map((value) => value.replace(/\*$/, ""));
    if (
      UrlPart === undefined ||
      starless.some((value) => /[*?]/.test(value)) ||
      list.length === 0
    ) {
      note("criteria", `Rules here cannot tell ${String(name)} ${list.join(" ")}.`);
      return null;
    }
    const hasStar = list.some((value) => value.endsWith("*"));
    if (hasStar) note("criteria", `${list.join(" ")}: rules here compare what a path contains.`);
    parts.push({
      ...{ ValidatorType: "UrlValidator", UrlPart },
      Operator: hasStar ? "ContainsAny" : "EqualsAny",
      ValuesToCompare: starless,
      IsNegative: matchOperator === "DOES_NOT_MATCH_ONE_OF",
      IsIgnoreCase: matchCaseSensitive !== true,
    });
  }
  return parts.length === 0 ? [] : [{ LogicalOperator: "And", TriggerParts: parts }];
}
