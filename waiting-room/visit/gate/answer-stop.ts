import type { ChallengeAnswer } from "@/lib/domain/visitor-api/visitor-api";
import type { Form } from "@/waiting-room/http/body";
import { type Exchange, HttpError, send, sendJson, wantsJson } from "@/waiting-room/http/http";
import { renderChallengePage } from "@/waiting-room/pages/challenge-page";
import { contentSecurityPolicy } from "@/waiting-room/pages/content-security-policy";
import type { Visit } from "@/waiting-room/visit/visit";
import { keptFields, withKept } from "../kept-query";
import { pageBrand } from "../page-brand";
import { languageHeaders, wordsOf } from "../page-words";
import type { StopVerdict } from "./verdict";

/** What a form says of a join, and has to say again with the proof. */
export const REPEATED = ["joinId", "enqueueToken", "code", "lane", "rule", "t"] as const;

type Stopped<Type extends StopVerdict["type"] = StopVerdict["type"]> = {
  readonly form: Form;
  readonly verdict: Extract<StopVerdict, { readonly type: Type }>;
};

/** Answers somebody who asked for a number and gets something else first. Throws `HttpError` for a block. */
export function answerStop(
  exchange: Exchange,
  visit: Pick<Visit, "line">,
  { form, verdict }: Stopped,
): void {
  if (verdict.type === "block") throw new HttpError("blocked", undefined, visit.line.settings);
  const body: ChallengeAnswer = { status: "challenge", challenge: verdict.challenge };
  if (wantsJson(exchange)) sendJson(exchange, 200, body);
  else sendChallengePage(exchange, visit, { form, verdict });
}

/** Its form is that of the join, and its refresh leads to the page that joins after a wait. */
function sendChallengePage(
  exchange: Exchange,
  { line: { settings } }: Pick<Visit, "line">,
  { form, verdict }: Stopped<"challenge">,
): void {
  const { customerId, eventId } = settings;
  const ofLine = (action: string) => exchange.link(`/line/${customerId}/${eventId}/${action}`);
  const { challenge, wait } = verdict;
  const fields = repeatedFields(form.get);
  const checked = new URLSearchParams({
    ...keptFields(exchange),
    ...fields,
    joinId: challenge.joinId,
    ticket: wait.ticket,
  });
  const brand = pageBrand(settings, exchange);
  const words = wordsOf(exchange, settings);
  const body = renderChallengePage({
    ...words,
    brand,
    eventName: settings.name,
    challenge,
    path: withKept(exchange, ofLine("join")),
    fields,
    checkedPath: `${ofLine("checked")}?${checked}`,
    waitSeconds: wait.seconds,
  });
  const hosts = [new URL(settings.targetUrl).host, ...settings.allowedHosts];
  send(
    exchange,
    200,
    {
      "content-type": "text/html; charset=utf-8",
      "cache-control": "no-store",
      ...languageHeaders(words.language),
      "content-security-policy": contentSecurityPolicy(brand, hosts, settings.frameOrigins),
      "x-robots-tag": "noindex, nofollow",
      "x-content-type-options": "nosniff",
      "referrer-policy": "same-origin",
    },
    body,
  );
}

/** The fields of a join that are there. */
export function repeatedFields(
  get: (name: string) => string | null,
): Readonly<Record<string, string>> {
  const fields = REPEATED.flatMap((name): [string, string][] => {
    const value = get(name);
    return value === null ? [] : [[name, value]];
  });
  return Object.fromEntries(fields);
}
