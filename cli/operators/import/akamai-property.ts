import { ExpectedFailure } from "@/lib/platform/expected-failure";
import {
  type Fields,
  type Level,
  levelOf,
  type Note,
  type Trigger,
  triggersOf,
} from "./akamai-criteria";
import type { NotCarried } from "./report";

/** Pages that a behaviour holds visitors of, as an event and a rule. */
export type PrioritizedPages = {
  readonly eventId: string;
  readonly name: string;
  readonly settings: Fields;
  /** Empty where it holds for every page. */
  readonly triggers: readonly Trigger[];
};

const HOLD_SECONDS = 300;
const STATUS_CODES: readonly unknown[] = [200, 202, 429, 503];

/** What the property does not say: its policy has it, or there is nothing of the kind there. */
export type ByLottery = {
  readonly percent: number;
  /** The others wait in line instead of asking again. */
  readonly isBesideLine: boolean;
};

/**
 * Finds each `visitorPrioritization` in the rules of a property, in the order in which rules have to stand here: there the last
 * one that holds counts, here the first. Notes what of it is not here.
 */
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
  walk(rules, [], (rule, levels, options) => {
    const name = `Akamai ${String(rule["name"])}`;
    const note = (field: string, reason: string) =>
      void notCarried.push({ what: name, field, reason });
    if (options["enabled"] === false) {
      note(
        "enabled",
        "Its pages are not held there. Add a rule that ignores them, before the others.",
      );
      return;
    }
    const triggers = triggersOf(levels, note);
    if (triggers === null) return;
    const settings = settingsOf(options, byLottery, note);
    found.push({ eventId: eventIdOf(name, found), name, settings, triggers });
  });
  if (found.length + notCarried.length === 0)
    throw new ExpectedFailure("The property has no visitorPrioritization.");
  return found.toReversed();
}

type Found = (rule: Fields, levels: readonly Level[], options: Fields) => void;

/** What holds for a rule are its own criteria and those of all that it stands in. */
function walk(rule: Fields, above: readonly Level[], found: Found): void {
  const { behaviors = [], children = [] } = rule;
  const levels = [...above, levelOf(rule)];
  for (const behavior of [behaviors].flat().map(Object)) {
    if (behavior.name === "visitorPrioritization") found(rule, levels, Object(behavior.options));
  }
  for (const child of [children].flat().map(Object)) walk(child, levels, found);
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

/** The settings of the event that a behaviour is. */
function settingsOf(options: Fields, { percent, isBesideLine }: ByLottery, note: Note): Fields {
  const seconds = Number(options["allowedUserCookieDuration"] ?? HOLD_SECONDS);
  const hold = Number(options["waitingRoomCookieDuration"] ?? HOLD_SECONDS);
  const status = options["waitingRoomStatusCode"];
  noteOthers(options, note);
  const isKnown = STATUS_CODES.includes(status);
  if (status !== undefined && !isKnown)
    note("waitingRoomStatusCode", "Choose 200, 202, 429 or 503.");
  return {
    sessionMode: options["allowedUserCookieRefresh"] === true ? "sliding" : "fixed",
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

/** What is no setting here, or not as it is there. */
function noteOthers(options: Fields, note: Note): void {
  if (Number(options["allowedUserCookieDuration"] ?? HOLD_SECONDS) % 60 !== 0)
    note("allowedUserCookieDuration", "Sessions here last whole minutes: it is rounded up.");
  for (const name of ["allowedUserCookieEnabled", "waitingRoomCookieEnabled"]) {
    if (options[name] === false) note(name, "Nobody is drawn again with each page here.");
  }
  for (const name of ["allowedUserCookieLabel", "waitingRoomCookieLabel"]) {
    if (options[name] !== undefined) note(name, "Cookies have names of their own here.");
  }
  for (const name of ["waitingRoomDirectory", "waitingRoomNetStorage", "waitingRoomPath"]) {
    if (options[name] !== undefined && options[name] !== "")
      note(name, "Upload the page as the HTML of a theme: whoever is held sees it, too.");
  }
}

const DRAWN = { key: "drawn", name: "Drawn" };
/** Those who are drawn go first. */
const LANES = {
  ...{ mode: "ordered", defaultLane: "main" },
  lanes: [DRAWN, { key: "main", name: "Main line" }],
};

const IDENTITIES = [
  ...["userIdentificationByHeaders", "userIdentificationByParams", "userIdentificationByIp"],
  "userIdentificationByCookie",
];

function identityOf(options: Fields, isBesideLine: boolean, note: Note): Fields {
  const first = (name: string) => {
    const [one = "", ...others] = [options[name] ?? []].flat().map(String);
    if (others.length > 0) note(name, `Only ${one} tells visitors apart here.`);
    return one;
  };
  const used = IDENTITIES.filter((name) => options[name] === true);
  if (used.length > 1) note(used.join(", "), "Only one of them tells visitors apart here.");
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
