import type { Exchange } from "@/waiting-room/http/http";
import { answerStop } from "@/waiting-room/visit/gate/answer-stop";
import { NO_FORM } from "@/waiting-room/visit/gate/asker";
import type { ServerContext } from "@/waiting-room/visit/server-context";
import type { Visit } from "@/waiting-room/visit/visit";
import { mayPassBy } from "./admit-by-rule";
import { judgeByRules } from "./judge-by-rules";
import { noteRule, stopOf } from "./rule-of-join";

/**
 * Answers a newcomer to the page by the access rule that lets them by, blocks them or sends them away; false where they
 * get the page, and the join is judged.
 */
export async function answerByRule(
  context: ServerContext,
  exchange: Exchange,
  visit: Visit,
): Promise<boolean> {
  const { line } = visit;
  const target = exchange.query.get("t");
  const rule = await judgeByRules(context, exchange, { line, target });
  const verdict = stopOf(rule);
  if (verdict === null || (verdict.type === "let-by" && !mayPassBy(line))) return false;
  noteRule(line, rule);
  const form = { get: (name: string) => (name === "t" ? target : NO_FORM.get(name)) };
  await answerStop(context, exchange, visit, { form, verdict });
  return true;
}
