import type { ChallengeAnswer } from "@/lib/domain/visitor-api/visitor-api";
import type { Form } from "@/waiting-room/http/body";
import { type Exchange, HttpError, sendJson, wantsJson } from "@/waiting-room/http/http";
import { sendMessage } from "@/waiting-room/visit/send-message";
import type { Visit } from "@/waiting-room/visit/visit";
import { withKept } from "../kept-query";
import { wordsOf } from "../page-words";
import type { StopVerdict } from "./verdict";

/** What a form says of a join, and has to say again with the proof. */
const REPEATED = ["joinId", "enqueueToken", "code", "lane", "rule", "t"] as const;

/** Answers somebody who asked for a number and gets something else first. Throws `HttpError` for a block. */
export function answerStop(
  exchange: Exchange,
  { line }: Pick<Visit, "line">,
  { form, verdict }: { readonly form: Form; readonly verdict: StopVerdict },
): void {
  const { settings } = line;
  if (verdict.type === "block") throw new HttpError("blocked", undefined, settings);
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
