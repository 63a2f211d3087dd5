import { holdBody } from "@/waiting-room/http/body";
import type { Exchange } from "@/waiting-room/http/http";
import type { ServerContext } from "@/waiting-room/visit/server-context";

const CALLS =
  "[a-z_]+_num|queue_pos_expiry|generate_token|public_key|authorize|token|userInfo|\\.well-known/[a-z.-]+";
const PATH = `/<c:[a-z0-9]{3,20}>/aws/<call:${CALLS}>`;

/** The calls of sites that were made for Virtual Waiting Room on AWS. */
export const AWS_API = [`GET ${PATH}`, `POST ${PATH}`, `OPTIONS ${PATH}`] as const;

/** `/{c}/aws/{call}`. It is loaded by whoever calls it. */
export async function awsApi(
  context: ServerContext,
  exchange: Exchange,
  ids: readonly string[],
): Promise<void> {
  if (exchange.method === "POST") holdBody(exchange);
  const { answerAws } = await import("@/waiting-room/aws/answer-aws");
  await answerAws(context, exchange, ids);
}
