import { tallyOf, tallyWords } from "@/lib/domain/connector/pull-state";
import type { ConnectorView } from "@/lib/services/sites/connector/connector-view";
import { type Finding, fine, needs, number, unknown } from "./inner/finding";
import { endsInTime, opensByItself, preQueueOpens, type TimeFacts } from "./inner/time-checks";
import { messageShown, noticesSent, themeChosen, type VisitorFacts } from "./inner/visitor-checks";

export type { ReadinessState } from "./inner/finding";

/** One thing that a sale depends on. */
export type ReadinessCheck = Finding & { readonly id: string; readonly title: string };

export type TargetAnswer =
  | { readonly type: "answered"; readonly status: number; readonly milliseconds: number }
  | { readonly type: "silent"; readonly reason: string };

/** What was seen. Null is what could not be. */
export type ReadinessFacts = {
  readonly event: TimeFacts &
    VisitorFacts & {
      readonly activeCap: number | null;
      readonly targetUrl: string;
      readonly language: string;
    };
  readonly connectors: readonly Pick<ConnectorView, "name" | "state" | "keyIds">[] | null;
  /** The ids of the secrets that sign for the event. */
  readonly signingKeyIds: readonly string[];
  readonly secretAge: {
    /** Since when the oldest of those has signed. */
    readonly signsSinceMs: number;
    /** How many that signed before are still accepted, and since when another signs instead. */
    readonly replaced: number;
    readonly replacedMs: number;
  } | null;
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

type Check<Facts = ReadinessFacts> = (facts: Facts) => Finding;

/** Clocks further apart than this show wrong times on pages. */
const CLOCK_APART_MS = 2_000;
const DAY_MS = 86_400_000;
/** Longer than this, too many people and machines have seen a secret. */
const SECRET_DAYS = 365;
/** After this, every connector has had time to get the new one. */
const REPLACED_DAYS = 30;
/** Whoever has let in so much of the outflow knows that the site takes it. */
const TRIED_SHARE = 0.8;

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

const pageComplete: Check = ({ page }) => {
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

const secretsFresh: Check = ({ secretAge, event: { nowMs } }) => {
  if (secretAge === null) return unknown("There is no active secret.");
  const { signsSinceMs, replaced, replacedMs } = secretAge;
  const days = Math.floor((nowMs - signsSinceMs) / DAY_MS);
  const time = days === 1 ? "1 day" : `${number.format(days)} days`;
  const age = `The active secret is ${days === 0 ? "less than a day" : time} old`;
  if (days > SECRET_DAYS)
    return needs("look", `${age}. Replace it at least once a year.`, "Replace secret", "/secrets");
  const replacedDays = Math.floor((nowMs - replacedMs) / DAY_MS);
  if (replaced === 0 || replacedDays <= REPLACED_DAYS) return fine(`${age}.`);
  const why = `${age}, but ${replaced === 1 ? "a replaced one is" : `${replaced} replaced ones are`} still accepted after ${number.format(replacedDays)} days.`;
  return needs("look", why, "Retire secret", "/secrets");
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

const teamOnCall: Check = ({ operators, hasMail }) => {
  if (operators < 2) {
    const why = "Only one member can operate events. If they are away, nobody can pause or stop.";
    return needs("wrong", why, "Invite member", "/members");
  }
  const people = `${operators} members can operate events`;
  if (hasMail) return fine(`${people}, and e-mail is set up.`);
  const why = `${people}, but e-mail is not set up, so nobody is notified.`;
  return needs("look", why, "Set up e-mail", "/docs/self-hosting");
};

const SET_UP = [
  { id: "connector", title: "Connector up to date", check: connectorSeen },
  { id: "secret", title: "Secret deployed", check: secretHeld },
  { id: "config", title: "Rules published", check: configFresh },
] as const satisfies readonly { id: string; title: string; check: Check<SetUpFacts> }[];

const CHECKS = [
  ...SET_UP,
  { id: "secretAge", title: "Age of secrets", check: secretsFresh },
  { id: "opening", title: "Opening planned", check: ({ event }) => opensByItself(event) },
  { id: "preQueue", title: "Pre-queue", check: ({ event }) => preQueueOpens(event) },
  { id: "end", title: "End", check: ({ event }) => endsInTime(event) },
  { id: "target", title: "Target URL reachable", check: targetReachable },
  { id: "theme", title: "Theme and brand", check: ({ event, page }) => themeChosen(event, page) },
  { id: "page", title: "Translations complete", check: pageComplete },
  { id: "message", title: "Message to visitors", check: ({ event }) => messageShown(event) },
  { id: "notices", title: "Notices", check: ({ event, hasMail }) => noticesSent(event, hasMail) },
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
