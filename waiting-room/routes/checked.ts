import type { Exchange } from "@/waiting-room/http/http";
import { repeatedFields } from "@/waiting-room/visit/gate/answer-stop";
import { withKept } from "@/waiting-room/visit/request/display-parameters";
import { wordsOf } from "@/waiting-room/visit/screens/page-words";
import { sendMessage } from "@/waiting-room/visit/screens/send-message";
import type { ServerContext } from "@/waiting-room/visit/server-context";
import { findLine } from "@/waiting-room/visit/visit";

/**
 * `GET /line/{c}/{e}/checked`: where a browser without JavaScript comes after it has waited. Its button joins with the
 * ticket that the address brings; the join decides whether the ticket counts.
 */
export async function checkedPage(
  context: ServerContext,
  exchange: Exchange,
  [customerId, eventId]: readonly string[],
): Promise<void> {
  const { settings } = await findLine(context, customerId, eventId);
  const { query } = exchange;
  sendMessage(exchange, "checked", settings, {
    action: {
      kind: "post",
      label: wordsOf(exchange, settings).texts.page.joinButton,
      path: withKept(exchange, exchange.link(`/line/${customerId}/${eventId}/join`)),
      fields: {
        ...repeatedFields((name) => query.get(name)),
        ticket: query.get("ticket") ?? "",
      },
    },
  });
}
