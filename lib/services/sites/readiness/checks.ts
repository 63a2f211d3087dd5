import { tallyOf, tallyWords } from "@/lib/domain/connector/pull-state";
import type { PromisedOpening } from "@/lib/domain/schedule/promised-opening";
import type { ConnectorView } from "@/lib/services/sites/connector/connector-view";

/** `unknown`: it could not be seen just now. */
export type ReadinessState = "fine" | "look" | "wrong" | "unknown";

/** One thing that a sale depends on: how it stands, why, and what to do about it. */
export type ReadinessCheck = {
  readonly id: string;
  readonly title: string;
  readonly state: ReadinessState;
  readonly why: string;
  /** What helps, and where it is done; null where nothing has to be. */
  readonly todo: { readonly label: string; readonly href: string } | null;
};

export type TargetAnswer =
  | { readonly type: "answered"; readonly status: number; readonly milliseconds: number }
  | { readonly type: "silent"; readonly reason: string };

/** What was seen. Null is what could not be. */
export type ReadinessFacts = {
  readonly event: {
    readonly eventId: string;
    readonly outflowPerMinute: number;
    readonly activeCap: number | null;
    readonly sessionMinutes: number;
    readonly targetUrl: string;
    readonly language: string;
    readonly wantsMail: boolean;
    readonly opening: PromisedOpening | null;
    readonly timeZone: string;
  };
  readonly connectors: readonly Pick<ConnectorView, "name" | "state" | "keyIds">[] | null;
  /** The ids of the secrets that sign for the event. */
  readonly signingKeyIds: readonly string[];
  readonly publication: {
    readonly version: number | null;
    readonly isFresh: boolean;
    /** The rules that lead to the event. */
    readonly rules: readonly string[];
  } | null;
  readonly target: TargetAnswer;
  readonly page: {
    readonly isThemeLost: boolean;
    readonly missing: readonly { readonly language: string; readonly texts: number }[];
  };
  readonly fastestMinute: number;
  readonly line: { readonly dangers: number | null; readonly apartMs: number } | null;
  readonly operators: number;
  readonly hasMail: boolean;
};

/** What has to be there before the first visitor. */
export type SetUpFacts = Pick<ReadinessFacts, "connectors" | "signingKeyIds" | "publication">;

type Check<Facts = ReadinessFacts> = (facts: Facts) => Omit<ReadinessCheck, "id" | "title">;

/** Clocks further apart than this show wrong times on pages. */
const CLOCK_APART_MS = 2_000;
/** Whoever has let in so much of the outflow knows that the site takes it. */
const TRIED_SHARE = 0.8;

const number = new Intl.NumberFormat("en-US");
const momentsIn = (timeZone: string) =>
  new Intl.DateTimeFormat("en-GB", {
    ...{ timeZone, weekday: "short", day: "numeric", month: "long", year: "numeric" },
    ...{ hour: "2-digit", minute: "2-digit", timeZoneName: "short" },
  });
const fine = (why: string) => ({ state: "fine", why, todo: null }) as const;
const unknown = (why: string) => ({ state: "unknown", why, todo: null }) as const;
const needs = (state: "look" | "wrong", why: string, label: string, href: string) =>
  ({ state, why, todo: { label, href } }) as const;

const connectorSeen: Check<SetUpFacts> = ({ connectors }) => {
  if (connectors === null) return unknown("Connector status is unavailable right now.");
  const tally = tallyOf(connectors.map(({ state }) => state));
  const view = (state: "look" | "wrong", why: string) =>
    needs(state, why, "View connectors", "/connectors");
  if (connectors.length === 0)
    return view("wrong", "No connector has fetched the rules yet, so your site is not protected.");
  if (tally.silent === connectors.length)
    return view("wrong", "No connector has fetched the rules in 15 minutes.");
  const why = `Connectors: ${tallyWords(tally)}.`;
  if (tally.waiting > 0) return needs("look", why, "Publish rules", "/rules");
  if (tally.behind + tally.silent > 0) return view("look", why);
  return tally.current === 0 ? unknown(why) : fine(why);
};

const secretHeld: Check<SetUpFacts> = ({ signingKeyIds, connectors }) => {
  if (signingKeyIds.length === 0) {
    const why = "No secret signs passes for this event, so nobody can be admitted.";
    return needs("wrong", why, "Generate secret", "/secrets");
  }
  const saying = (connectors ?? []).filter(
    ({ keyIds, state }) => keyIds !== null && state.type !== "silent",
  );
  if (saying.length === 0) {
    return unknown("A secret is active. No connector reports which secrets it has.");
  }
  const lacking = saying.filter(
    ({ keyIds }) => !signingKeyIds.some((keyId) => keyIds?.includes(keyId)),
  );
  if (lacking.length === 0) return fine("Every reporting connector has the active secret.");
  const why = `${lacking.length} of ${saying.length} connectors don't have the active secret. Their visitors would have to queue again.`;
  return needs("wrong", why, "View secrets", "/secrets");
};

const configFresh: Check<SetUpFacts> = ({ publication }) => {
  if (publication === null) {
    return needs("wrong", "The rules have errors and can't be published.", "Fix rules", "/rules");
  }
  if (publication.rules.length === 0) {
    return needs("wrong", "No rule sends visitors to this event.", "Add rule", "/rules/new");
  }
  if (publication.version === null) {
    return needs("wrong", "The rules have not been published.", "Publish rules", "/rules");
  }
  if (publication.isFresh) return fine(`Version ${publication.version} is up to date.`);
  const why = "There are unpublished changes. Connectors use the previous rules.";
  return needs("look", why, "View changes", "/rules");
};

const targetReachable: Check = ({ target, event }) => {
  const href = `/events/${event.eventId}/settings/general#targetUrl`;
  if (target.type === "silent") {
    const why = `${event.targetUrl} is not responding: ${target.reason}`;
    return needs("wrong", why, "Check the target URL", href);
  }
  const { status, milliseconds } = target;
  const answered = `${event.targetUrl} returned ${status} in ${number.format(milliseconds)} ms.`;
  // A connector sends whoever has no pass to the waiting room.
  if (status < 400) return fine(answered);
  return needs(status >= 500 ? "wrong" : "look", answered, "Check the target URL", href);
};

const pageComplete: Check = ({ page, event }) => {
  const href = `/events/${event.eventId}/settings/page`;
  if (page.isThemeLost) {
    return needs("wrong", "This event's theme no longer exists.", "Choose theme", href);
  }
  if (page.missing.length === 0) return fine("All texts are available in every language.");
  const inWords = page.missing.map(({ language, texts }) => `${language}: ${texts}`).join(", ");
  const why = `Missing texts, shown in another language instead: ${inWords}.`;
  return needs("look", why, "Complete theme", "/themes");
};

const outflowTried: Check = ({ fastestMinute, event }) => {
  const { outflowPerMinute, eventId } = event;
  const seen = `The busiest minute so far admitted ${number.format(fastestMinute)} of ${number.format(outflowPerMinute)}.`;
  if (fastestMinute >= outflowPerMinute * TRIED_SHARE) return fine(seen);
  const why = fastestMinute === 0 ? "Not tested yet: the event has never run." : seen;
  return needs("look", why, "Rehearse", `/rehearsals?event=${eventId}`);
};

const capAgainstTarget: Check = ({ event }) => {
  const { outflowPerMinute, activeCap, sessionMinutes, eventId } = event;
  const atOnce = outflowPerMinute * sessionMinutes;
  const href = `/events/${eventId}/settings/admission#activeCap`;
  const most = `At ${number.format(outflowPerMinute)} per minute and ${sessionMinutes}-minute sessions, up to ${number.format(atOnce)} visitors are on the site at once`;
  if (activeCap === null) {
    return needs("look", `${most}, with no active cap.`, "Set cap", href);
  }
  if (activeCap >= atOnce)
    return fine(`${most}, within the active cap of ${number.format(activeCap)}.`);
  const why = `${most}, but the active cap is ${number.format(activeCap)}. The cap will limit admissions before the outflow does.`;
  return needs("look", why, "View cap", href);
};

const opensByItself: Check = ({ event }) => {
  const { opening, eventId, timeZone } = event;
  const schedule = `/events/${eventId}/settings/schedule`;
  if (opening === null)
    return fine("No opening is planned. It's open or starts when you start it.");
  if (opening.type === "undated")
    return needs("wrong", "There is no start time.", "Set a start", schedule);
  const at = momentsIn(timeZone).format(opening.atMs);
  switch (opening.type) {
    case "opens":
      return fine(`It opens on ${at}.`);
    case "unarmed":
      return needs(
        "wrong",
        `It won't open on ${at} until it is scheduled.`,
        "Schedule it",
        `/events/${eventId}`,
      );
    case "missed":
      return needs("look", `The start, ${at}, has passed.`, "Change the start", schedule);
    case "over":
      return needs("wrong", `The end, ${at}, has passed.`, "Change the end", schedule);
  }
};

const lineIsWell: Check = ({ line }) => {
  if (line === null) {
    const why = "The line can't be reached, so nobody can be admitted.";
    return needs("wrong", why, "Contact your administrator", "/docs/check");
  }
  if (Math.abs(line.apartMs) > CLOCK_APART_MS) {
    const why = `The clocks of Redis and the console are ${number.format(Math.abs(line.apartMs))} ms apart.`;
    return needs("wrong", why, "Fix clocks", "/docs/check");
  }
  if (line.dangers === null) return unknown("The Redis configuration is unavailable right now.");
  if (line.dangers === 0) return fine("Redis is configured safely, and clocks are in sync.");
  const why = "With its current configuration, Redis could lose data.";
  return needs("look", why, "Configure Redis", "/docs/check");
};

const teamOnCall: Check = ({ operators, hasMail, event }) => {
  if (operators < 2) {
    const why = "Only one member can operate events. If they are away, nobody can pause or stop.";
    return needs("wrong", why, "Invite member", "/members");
  }
  const people = `${operators} members can operate events`;
  if (hasMail) return fine(`${people}, and e-mail is set up.`);
  const state = event.wantsMail ? "wrong" : "look";
  const why = `${people}, but e-mail is not set up, so nobody is notified.`;
  return needs(state, why, "Set up e-mail", "/docs/self-hosting");
};

const SET_UP = [
  { id: "connector", title: "Connector up to date", check: connectorSeen },
  { id: "secret", title: "Secret deployed", check: secretHeld },
  { id: "config", title: "Rules published", check: configFresh },
] as const satisfies readonly { id: string; title: string; check: Check<SetUpFacts> }[];

const CHECKS = [
  ...SET_UP,
  { id: "opening", title: "Opening planned", check: opensByItself },
  { id: "target", title: "Target URL reachable", check: targetReachable },
  { id: "page", title: "Translations complete", check: pageComplete },
  { id: "outflow", title: "Outflow tested", check: outflowTried },
  { id: "cap", title: "Active cap", check: capAgainstTarget },
  { id: "line", title: "Redis and clocks", check: lineIsWell },
  { id: "team", title: "Team on call", check: teamOnCall },
] as const satisfies readonly { id: string; title: string; check: Check }[];

/** How each thing stands that a sale depends on, in the order in which a visitor meets it. Pure. */
export function checkReadiness(facts: ReadinessFacts): readonly ReadinessCheck[] {
  return CHECKS.map(({ id, title, check }) => ({ id, title, ...check(facts) }));
}

/** What an event still needs before it can take a visitor; none where all of it is there, or cannot be seen. Pure. */
export function stillNeeded(facts: SetUpFacts): readonly ReadinessCheck[] {
  return SET_UP.map(({ id, title, check }) => ({ id, title, ...check(facts) })).filter(
    ({ state }) => state === "wrong",
  );
}
