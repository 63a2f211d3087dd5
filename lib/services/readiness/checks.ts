import type { ConnectorView } from "@/lib/services/connector/connector-view";

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
const fine = (why: string) => ({ state: "fine", why, todo: null }) as const;
const unknown = (why: string) => ({ state: "unknown", why, todo: null }) as const;
const needs = (state: "look" | "wrong", why: string, label: string, href: string) =>
  ({ state, why, todo: { label, href } }) as const;

const connectorSeen: Check<SetUpFacts> = ({ connectors }) => {
  if (connectors === null) return unknown("Who pulls the rules is not known just now.");
  const awake = connectors.filter(({ state }) => state.type !== "silent");
  const current = awake.filter(({ state }) => state.type === "current");
  if (awake.length === 0) {
    const why =
      connectors.length === 0
        ? "No connector has pulled the rules yet, so no page of your site is protected."
        : "Every connector is silent since more than 15 minutes.";
    return needs("wrong", why, "Look at the connectors", "/connectors");
  }
  const waiting = awake.filter(({ state }) => state.type === "waiting");
  if (waiting.length > 0) {
    const why = "A connector asks for the rules, and is waiting for the first publication.";
    return needs("look", why, "Publish the rules", "/rules");
  }
  if (current.length === awake.length)
    return fine(`${awake.length} seen, all with the newest rules.`);
  const behind = awake.length - current.length;
  return needs(
    "look",
    `${behind} of ${awake.length} connectors obey older rules.`,
    "Look at the connectors",
    "/connectors",
  );
};

const secretHeld: Check<SetUpFacts> = ({ signingKeyIds, connectors }) => {
  if (signingKeyIds.length === 0) {
    const why = "No secret signs the passes of this event, so nobody could be let in.";
    return needs("wrong", why, "Generate a secret", "/secrets");
  }
  const saying = (connectors ?? []).filter(
    ({ keyIds, state }) => keyIds !== null && state.type !== "silent",
  );
  if (saying.length === 0) {
    return unknown("A secret signs. No connector says which secrets it holds.");
  }
  const lacking = saying.filter(
    ({ keyIds }) => !signingKeyIds.some((keyId) => keyIds?.includes(keyId)),
  );
  if (lacking.length === 0) return fine("Each connector that says so holds the secret that signs.");
  const why = `${lacking.length} of ${saying.length} connectors lack the secret that signs: their visitors would wait again.`;
  return needs("wrong", why, "Look at the secrets", "/secrets");
};

const configFresh: Check<SetUpFacts> = ({ publication }) => {
  if (publication === null) {
    return needs("wrong", "The rules cannot be published as they are.", "Mend the rules", "/rules");
  }
  if (publication.rules.length === 0) {
    return needs("wrong", "No rule leads visitors to this event.", "Add a rule", "/rules/new");
  }
  if (publication.version === null) {
    return needs("wrong", "The rules were never published.", "Publish the rules", "/rules");
  }
  if (publication.isFresh) return fine(`Version ${publication.version} is what the rules say.`);
  const why = "Rules were changed and not published: connectors obey the ones before.";
  return needs("look", why, "Look at the changes", "/rules");
};

const targetReachable: Check = ({ target, event }) => {
  const href = `/events/${event.eventId}/settings/general#targetUrl`;
  if (target.type === "silent") {
    const why = `${event.targetUrl} did not answer: ${target.reason}`;
    return needs("wrong", why, "Check the target URL", href);
  }
  const { status, milliseconds } = target;
  const answered = `${event.targetUrl} answers ${status} within ${number.format(milliseconds)} ms.`;
  // A connector sends whoever has no pass to the waiting room.
  if (status < 400) return fine(answered);
  return needs(status >= 500 ? "wrong" : "look", answered, "Check the target URL", href);
};

const pageComplete: Check = ({ page, event }) => {
  const href = `/events/${event.eventId}/settings/page`;
  if (page.isThemeLost) {
    return needs("wrong", "The theme of this event does not exist any more.", "Choose one", href);
  }
  if (page.missing.length === 0) return fine("Every language of the page has all of its texts.");
  const inWords = page.missing
    .map(({ language, texts }) => `${language} lacks ${texts}`)
    .join(", ");
  const why = `Texts are missing and would be read in another language: ${inWords}.`;
  return needs("look", why, "Complete the theme", "/themes");
};

const outflowTried: Check = ({ fastestMinute, event }) => {
  const { outflowPerMinute, eventId } = event;
  const seen = `The fastest minute so far let in ${number.format(fastestMinute)} of ${number.format(outflowPerMinute)}.`;
  if (fastestMinute >= outflowPerMinute * TRIED_SHARE) return fine(seen);
  const why =
    fastestMinute === 0
      ? "Nobody has ever been let in at this speed: the event has not run."
      : seen;
  return needs("look", why, "Rehearse it", `/rehearsals?event=${eventId}`);
};

const capAgainstTarget: Check = ({ event }) => {
  const { outflowPerMinute, activeCap, sessionMinutes, eventId } = event;
  const atOnce = outflowPerMinute * sessionMinutes;
  const href = `/events/${eventId}/settings/admission#activeCap`;
  const most = `At ${number.format(outflowPerMinute)} a minute and ${sessionMinutes} minutes each, up to ${number.format(atOnce)} are on the site at once`;
  if (activeCap === null) {
    return needs("look", `${most}, and no cap holds them back.`, "Set a cap", href);
  }
  if (activeCap >= atOnce) return fine(`${most}; the cap of ${number.format(activeCap)} has room.`);
  const why = `${most}, but the cap is ${number.format(activeCap)}: it, not the outflow, will set the speed.`;
  return needs("look", why, "Look at the cap", href);
};

const lineIsWell: Check = ({ line }) => {
  if (line === null) {
    const why = "The line cannot be reached just now: nobody could be let in.";
    return needs("wrong", why, "Ask whoever runs this installation", "/docs/operating");
  }
  if (Math.abs(line.apartMs) > CLOCK_APART_MS) {
    const why = `The clocks of Redis and the console are ${number.format(Math.abs(line.apartMs))} ms apart.`;
    return needs("wrong", why, "Set the clocks", "/docs/operating");
  }
  if (line.dangers === null) return unknown("How Redis is set up is not known just now.");
  if (line.dangers === 0) return fine("Redis is set up safely, and the clocks agree.");
  const why = "Redis could lose what it holds, as it is set up now.";
  return needs("look", why, "How to set it up", "/docs/operating");
};

const teamOnCall: Check = ({ operators, hasMail, event }) => {
  if (operators < 2) {
    const why = "Only one person may operate events. If they are away, nobody can pause or stop.";
    return needs("wrong", why, "Invite somebody", "/members");
  }
  const people = `${operators} people may operate events`;
  if (hasMail) return fine(`${people}, and e-mail is set up.`);
  const state = event.wantsMail ? "wrong" : "look";
  const why = `${people}, but the installation sends no e-mail: nobody is told of anything.`;
  return needs(state, why, "How to set up e-mail", "/docs/self-hosting");
};

const SET_UP = [
  { id: "connector", title: "Connector seen and current", check: connectorSeen },
  { id: "secret", title: "Secret held", check: secretHeld },
  { id: "config", title: "Rules published", check: configFresh },
] as const satisfies readonly { id: string; title: string; check: Check<SetUpFacts> }[];

const CHECKS = [
  ...SET_UP,
  { id: "target", title: "Target reachable", check: targetReachable },
  { id: "page", title: "Page complete in each language", check: pageComplete },
  { id: "outflow", title: "Outflow tried", check: outflowTried },
  { id: "cap", title: "Cap against target", check: capAgainstTarget },
  { id: "line", title: "Redis and clock", check: lineIsWell },
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
