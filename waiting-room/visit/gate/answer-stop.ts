import type { ChallengeAnswer } from "@/lib/domain/visitor-api/visitor-api";
import type { Form } from "@/waiting-room/http/body";
import { type Exchange, HttpError, send, sendJson } from "@/waiting-room/http/http";
import { renderChallengePage } from "@/waiting-room/pages/challenge-page";
import { contentSecurityPolicy } from "@/waiting-room/pages/content-security-policy";
import { showsFrames } from "@/waiting-room/visit/gate/challenge/challenge-of";
import { answerLetBy } from "@/waiting-room/visit/gate/rules/admit-by-rule";
import { answerBlock } from "@/waiting-room/visit/gate/rules/answer-block";
import { keptFields, withKept } from "@/waiting-room/visit/request/display-parameters";
import { pageBrand } from "@/waiting-room/visit/screens/page-brand";
import { languageHeaders, wordsOf } from "@/waiting-room/visit/screens/page-words";
import type { Visit } from "@/waiting-room/visit/visit";
import type { ServerContext } from "../server-context";
import type { StopVerdict } from "./verdict";

/** What a form says of a join, and has to say again with the proof. */
export const REPEATED = ["joinId", "enqueueToken", "code", "lane", "rule", "t", "again"] as const;

type Stopped<Type extends StopVerdict["type"] = StopVerdict["type"]> = {
  readonly form: Form;
  readonly verdict: Extract<StopVerdict, { readonly type: Type }>;
};

/** Answers somebody who asked for a number and gets something else. */
export async function answerStop(
  context: ServerContext,
  exchange: Exchange,
  visit: Visit,
  { form, verdict }: Stopped,
): Promise<void> {
  switch (verdict.type) {
    case "block":
      return answerBlock(exchange, visit.line, verdict);
    case "later":
      exchange.response.setHeader("retry-after", String(verdict.seconds));
      throw new HttpError("later", 1_000 * verdict.seconds, visit.line.settings);
    case "let-by":
      return answerLetBy(context, exchange, visit, form.get("t"));
    case "challenge":
      return answerChallenge(exchange, visit, { form, verdict });
    case "false-queue":
      throw new Error("Who goes to the false queue is answered a place.");
  }
}

function answerChallenge(
  exchange: Exchange,
  visit: Pick<Visit, "line">,
  { form, verdict }: Stopped<"challenge">,
): void {
  const body: ChallengeAnswer = { status: "challenge", challenge: verdict.challenge };
  if (exchange.wantsJson) sendJson(exchange, 200, body);
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
      "content-security-policy": contentSecurityPolicy(
        brand,
        hosts,
        settings.frameOrigins,
        showsFrames(settings),
      ),
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
