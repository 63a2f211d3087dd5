import type { ChallengeAnswer } from "@/lib/domain/visitor-api/visitor-api";
import type { Form } from "@/waiting-room/http/body";
import { type Exchange, HttpError, sendJson, wantsJson } from "@/waiting-room/http/http";
import { sendMessage } from "@/waiting-room/visit/send-message";
import type { Visit } from "@/waiting-room/visit/visit";
import { withKept } from "../kept-query";
import { wordsOf } from "../page-words";
import type { ServerContext } from "../server-context";
import { answerBlock } from "./answer-block";
import { answerLetBy } from "./let-by";
import type { StopVerdict } from "./verdict";

/** What a form says of a join, and has to say again with the proof. */
const REPEATED = ["joinId", "enqueueToken", "code", "lane", "rule", "t"] as const;

/** Answers somebody who asked for a number and gets something else. */
export async function answerStop(
  context: ServerContext,
  exchange: Exchange,
  visit: Visit,
  { form, verdict }: { readonly form: Form; readonly verdict: StopVerdict },
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

type Challenged = Extract<StopVerdict, { type: "challenge" }>;

function answerChallenge(
  exchange: Exchange,
  { line: { settings } }: Pick<Visit, "line">,
  { form, verdict }: { readonly form: Form; readonly verdict: Challenged },
): void {
  const body: ChallengeAnswer = { status: "challenge", challenge: verdict.challenge };
  if (wantsJson(exchange)) {
    sendJson(exchange, 200, body);
    return;
  }
  const { customerId, eventId } = settings;
  const fields = REPEATED.flatMap((name) => {
    const value = form.get(name);
    return value === null ? [] : [[name, value] as const];
  });
  sendMessage(exchange, "checking", settings, {
    action: {
      kind: "post",
      label: wordsOf(exchange, settings).texts.page.tryAgainButton,
      path: withKept(exchange, exchange.link(`/line/${customerId}/${eventId}/join`)),
      fields: Object.fromEntries(fields),
    },
  });
}
