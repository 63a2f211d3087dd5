import type { RequestListener } from "node:http";
import { createNodeConnector, type NodeConnectorOptions } from "@/connectors/src/adapters/node";
import { createApiKey } from "@/lib/services/people/api-key/create";
import { publish } from "@/lib/services/sites/publication/publish";
import { createRule } from "@/lib/services/sites/rule/create";
import { listSecrets } from "@/lib/services/sites/secret/list";
import { revealSecret } from "@/lib/services/sites/secret/reveal";
import { serve } from "@/tools/shared/serve";
import { until } from "@/tools/shared/time";
import { type Answer, type Asked, send } from "../shared/ask";
import type { Target } from "./attack";
import { becomeCustomer, EVENT_ID, openOwnEvent } from "./people";

export const HOST = "shop.example";
export const INSIDE = "inside";

export type Condition = readonly [
  part: "PagePath" | "HostName",
  value: string,
  operator?: "Contains" | "Equals",
];

const TICKETS: readonly Condition[] = [
  ["HostName", HOST],
  ["PagePath", "/tickets"],
];

export async function openShop({ waitingRoomUrl }: Target, conditions = TICKETS) {
  const context = await becomeCustomer();
  await openOwnEvent(context);
  const parts = conditions.map(([UrlPart, ValueToCompare, Operator = "Equals"]) => {
    return { ValidatorType: "UrlValidator", Operator, UrlPart, ValueToCompare } as const;
  });
  await createRule(context, {
    ...{ actionType: "Queue", name: "Tickets", action: { EventId: EVENT_ID } },
    triggers: [{ TriggerParts: parts }],
  });
  await publish(context);
  const [{ id: secretId } = { id: "" }] = await listSecrets(context);
  const { text: secret } = await revealSecret(context, { secretId });
  const { text: apiKey } = await createApiKey(context, { name: "Shop" });
  const { wireId } = context.customer;
  const options = {
    customerId: wireId,
    secrets: [secret] as const,
    apiKey,
    configUrl: `${waitingRoomUrl}/status/integrationconfig/secure/${wireId}`,
    connect: { host: "127.0.0.1", port: Number(new URL(waitingRoomUrl).port) },
    failOpen: false,
    pullIntervalSeconds: 1,
    trustedProxies: 1,
  } satisfies NodeConnectorOptions;
  return { context, secret, options };
}

type Behind = {
  readonly conditions?: readonly Condition[];
  readonly answer?: RequestListener;
  readonly allowedOrigins?: readonly string[];
};

export async function openSite(
  target: Target,
  { conditions, answer, allowedOrigins }: Behind = {},
) {
  const shop = await openShop(target, conditions);
  const connector = await startConnector(target, { ...shop.options, allowedOrigins });
  const inside: RequestListener = (_request, response) => response.end(INSIDE);
  const { port } = target.closing(await serve(connector.wrap(answer ?? inside)));
  const ask = (path: string, headers = {}) => askAt(port, path, { headers });
  return { ...shop, port, ask };
}

export async function startConnector(target: Target, options: NodeConnectorOptions) {
  const connector = target.closing(createNodeConnector(options));
  await until("the site has its rules", () => connector.configVersion() !== null);
  return connector;
}

/** Asks a server of this machine for a path as it is spelled; throws where no answer came. */
export async function askAt(
  port: number,
  path: string,
  { method = "GET", headers, body }: Asked = {},
): Promise<Answer> {
  const answer = await send({ port, path, method, headers: { host: HOST, ...headers } }, body);
  if (answer.status === 0) throw new Error(`${path} was not answered.`);
  return answer;
}

export async function honestSite(target: Target): Promise<void> {
  const site = await openSite(target);
  const [free, held] = [await site.ask("/free"), await site.ask("/tickets")];
  if (free.status !== 200 || held.status !== 302)
    throw new Error(`The site answered ${free.status} and ${held.status}.`);
}
