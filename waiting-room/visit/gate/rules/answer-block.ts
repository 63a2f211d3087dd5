import { blockCode } from "@/lib/domain/access-rule/block-code";
import { accepted, type Exchange, HttpError } from "@/waiting-room/http/http";
import type { EventLine } from "@/waiting-room/line/event-line";
import { wordsOf } from "@/waiting-room/visit/screens/page-words";
import { sendMessage } from "@/waiting-room/visit/screens/send-message";

/**
 * Tells somebody whom an access rule blocks why, and with which code they can ask about it: a page, or for
 * programs, by an `HttpError`, the same as a problem.
 */
export function answerBlock(
  exchange: Exchange,
  line: EventLine,
  { reason, rule }: { readonly reason: string; readonly rule?: number },
): void {
  const { settings } = line;
  if (rule === undefined) throw new HttpError("blocked", undefined, settings);
  const supportCode = blockCode(settings.runId, { rule, atMs: line.lineNow() });
  if (exchange.wantsJson || !/text\/html|\*\/\*/.test(accepted(exchange.request)))
    throw new HttpError("blocked", undefined, settings, { reason, supportCode });
  const { blocked } = wordsOf(exchange, settings).texts.messages;
  const lead = `${reason} ${blocked.lead}`;
  sendMessage(exchange, "blocked", settings, { lead, action: null, supportCode });
}
