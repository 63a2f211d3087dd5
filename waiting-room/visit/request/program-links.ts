import type { VisitorLinks } from "@/lib/domain/visitor-api/visitor-api";
import type { WireRef } from "@/lib/line/keys";
import type { Form } from "@/waiting-room/http/body";
import { addressOf, type Exchange } from "@/waiting-room/http/http";
import { withKept } from "./display-parameters";

/** What an answer before this one said, as the program brings it back in the address of the next question. */
export type SeenBefore = {
  /** Until when the visitor counts as waiting, in line time. */
  readonly untilMs: number;
  /** The losses for which it has been said that the visitor is near the front; null for none. */
  readonly nearLosses: number | null;
};

const NAME = "seen";
const SEEN = /^(\d{1,16})\.(\d{1,9}|-)$/;

/** Null where the program has not asked before, or starts anew. */
export function readSeen({ query }: Exchange): SeenBefore | null {
  const [, until, losses] = SEEN.exec(query.get(NAME) ?? "") ?? [];
  if (until === undefined || losses === undefined) return null;
  return { untilMs: Number(until), nearLosses: losses === "-" ? null : Number(losses) };
}

/** Fields of a join, and how the question calls them. */
const IN_QUESTION: Readonly<Record<string, string>> = {
  t: "t",
  enqueueToken: "enqueuetoken",
  code: "code",
  lane: "lane",
  rule: "man",
};
const INVITATIONS = ["enqueueToken", "code"];

/** A form whose missing fields are what the address says. Of two invitations that of the form counts. */
export function withQuestion(exchange: Exchange, form: Form): Form {
  const isInvited = INVITATIONS.some((name) => Boolean(form.get(name)));
  const get = (name: string): string | null => {
    const value = form.get(name);
    const asked = IN_QUESTION[name];
    const isOther = isInvited && INVITATIONS.includes(name);
    return value !== null || asked === undefined || isOther ? value : exchange.query.get(asked);
  };
  return { get };
}

function saidOf({ query }: Exchange, names: readonly string[]): URLSearchParams {
  const said = new URLSearchParams();
  for (const name of names) {
    const value = query.get(name);
    if (value) said.set(name, value);
  }
  return said;
}

/** Where a program asks next, with what its question said: the language, the target, an invitation. */
export function linksOf(
  exchange: Exchange,
  { customerId, eventId }: WireRef,
  { seen, nowMs }: { readonly seen: SeenBefore | null; readonly nowMs: number },
): VisitorLinks {
  const ofLine = (action: string, names: readonly string[]) => {
    const said = saidOf(exchange, names).toString();
    const path = `/line/${customerId}/${eventId}/${action}`;
    const query = said === "" ? "" : `${path.includes("?") ? "&" : "?"}${said}`;
    return addressOf(exchange, withKept(exchange, `${path}${query}`));
  };
  // Who is in does not wait any more.
  const leftMs = Math.max(0, (seen?.untilMs ?? 0) - nowMs);
  return {
    again: addressOf(exchange, `/?${againQuery(exchange, seen)}`),
    join: ofLine("join", Object.values(IN_QUESTION)),
    enter: ofLine(`enter?left=${leftMs}`, ["t"]),
    leave: ofLine("leave", []),
    page: pageLink(exchange),
  };
}

/** The page of the same question. */
export function pageLink(exchange: Exchange): string {
  const query = new URLSearchParams(exchange.query);
  query.delete(NAME);
  return addressOf(exchange, `/?${query}`);
}

function againQuery(exchange: Exchange, seen: SeenBefore | null): URLSearchParams {
  const query = new URLSearchParams(exchange.query);
  query.set(NAME, `${seen?.untilMs ?? 0}.${seen?.nearLosses ?? "-"}`);
  return query;
}
