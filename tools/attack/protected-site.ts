import type { RequestListener } from "node:http";
import {
  createNodeConnector,
  type NodeConnector,
  type NodeConnectorOptions,
} from "@/connectors/src/adapters/node";
import type { RuleInput } from "@/lib/domain/integration-config/rule-schema";
import type { ServiceContext } from "@/lib/services/ground/context";
import { createApiKey } from "@/lib/services/people/api-key/create";
import { publish } from "@/lib/services/sites/publication/publish";
import { createRule } from "@/lib/services/sites/rule/create";
import { listSecrets } from "@/lib/services/sites/secret/list";
import { revealSecret } from "@/lib/services/sites/secret/reveal";
import { serve } from "@/tools/shared/serve";
import { sleep } from "@/tools/shared/time";
import { type Answer, type Asked, send } from "../shared/ask";
import type { AttackResult, Target } from "./attack";
import { becomeCustomer, openOwnEvent } from "./attacker";

export const EVENT_ID = "sale";
export const HOST = "shop.example";
/** What every page of such a site says. */
export const INSIDE = "inside";
const RULES_PATIENCE_MS = 30_000;

/** A site of the customer's, with everything behind the connector that a visitor wants. */
export type ProtectedSite = {
  readonly port: number;
  readonly ask: (path: string, headers?: Asked["headers"]) => Promise<Answer>;
  readonly close: () => Promise<void>;
};

/** What the customer's own connectors are started with. */
async function credentialsOf(
  target: Target,
  context: ServiceContext,
): Promise<NodeConnectorOptions & { readonly secrets: [string] }> {
  const [secret] = await listSecrets(context);
  if (secret === undefined) throw new Error("The customer has no secret.");
  const { text } = await revealSecret(context, { secretId: secret.id });
  const { text: apiKey } = await createApiKey(context, { name: "Shop" });
  const { port } = new URL(target.waitingRoomUrl);
  const { wireId } = context.customer;
  return {
    customerId: wireId,
    secrets: [text],
    apiKey,
    configUrl: `${target.waitingRoomUrl}/status/integrationconfig/secure/${wireId}`,
    connect: { host: "127.0.0.1", port: Number(port) },
    failOpen: false,
    pullIntervalSeconds: 1,
    trustedProxies: 1,
  };
}

/** What a condition of a rule looks at, and for what. */
export type Condition = readonly [
  part: "PagePath" | "HostName",
  value: string,
  operator?: "Contains" | "Equals",
];

const TICKETS: readonly Condition[] = [
  ["HostName", HOST],
  ["PagePath", "/tickets"],
];

async function publishRule(
  context: ServiceContext,
  conditions: readonly Condition[],
): Promise<void> {
  const parts = conditions.map(([UrlPart, ValueToCompare, Operator = "Equals"]) => {
    return { ValidatorType: "UrlValidator", Operator, UrlPart, ValueToCompare } as const;
  });
  const rule: RuleInput = {
    actionType: "Queue",
    name: "Tickets",
    action: { EventId: EVENT_ID },
    triggers: [{ TriggerParts: parts }],
  };
  await createRule(context, rule);
  await publish(context);
}

/** Waits until a connector has the customer's rules. */
export async function waitForRules(connector: NodeConnector): Promise<void> {
  const endsAtMs = Date.now() + RULES_PATIENCE_MS;
  while (connector.configVersion() === null) {
    if (Date.now() > endsAtMs) throw new Error("The site never got its rules.");
    await sleep(100);
  }
}

/** Opens a site behind the connector; without an answer of its own every page says {@link INSIDE}. */
export async function openProtectedSite(
  options: NodeConnectorOptions,
  answer: RequestListener = (_request, response) => response.end(INSIDE),
): Promise<ProtectedSite> {
  const connector = createNodeConnector(options);
  const { port, close } = await serve(connector.wrap(answer));
  await waitForRules(connector);
  return {
    port,
    ask: (path, headers = {}) => askAt(port, path, { headers }),
    close: async () => {
      await close();
      await connector.close();
    },
  };
}

/** The attacker's own customer, with an event and a rule; answers what a connector there is started with. */
export async function openOwnShop(target: Target, conditions: readonly Condition[] = TICKETS) {
  const context = await becomeCustomer(target);
  await openOwnEvent(context);
  await publishRule(context, conditions);
  const options = await credentialsOf(target, context);
  return { context, options };
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

/** Tries each way in; one that shows the page, or begins a session, has succeeded. */
export async function tryEach<Way>(
  ways: readonly Way[],
  getsIn: (way: Way) => Promise<boolean>,
): Promise<AttackResult> {
  const passed: Way[] = [];
  for (const way of ways) if (await getsIn(way)) passed.push(way);
  const seen =
    passed.length > 0
      ? `Let through: ${passed.map((way) => JSON.stringify(way)).join(", ")}.`
      : `All ${ways.length} were held.`;
  return { succeeded: passed.length > 0, seen };
}

/** Runs an attack on a site of the attacker's own, behind these rules. */
export async function withSite(
  target: Target,
  site: {
    readonly conditions?: readonly Condition[];
    readonly answer?: RequestListener;
    readonly allowedOrigins?: readonly string[];
  },
  run: (site: ProtectedSite, secret: string) => Promise<AttackResult>,
): Promise<AttackResult> {
  const { options } = await openOwnShop(target, site.conditions);
  const { allowedOrigins } = site;
  const opened = await openProtectedSite({ ...options, allowedOrigins }, site.answer);
  try {
    return await run(opened, options.secrets[0]);
  } finally {
    await opened.close();
  }
}
