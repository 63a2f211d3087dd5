import { createServer, type IncomingMessage, type RequestListener, request } from "node:http";
import type { AddressInfo, Server } from "node:net";
import {
  createNodeConnector,
  type NodeConnector,
  type NodeConnectorOptions,
} from "@/connectors/src/adapters/node";
import type { RuleInput } from "@/lib/domain/integration-config/rule-schema";
import { createApiKey } from "@/lib/services/api-key/create";
import type { ServiceContext } from "@/lib/services/context";
import { publish } from "@/lib/services/publication/publish";
import { createRule } from "@/lib/services/rule/create";
import { listSecrets } from "@/lib/services/secret/list";
import { revealSecret } from "@/lib/services/secret/reveal";
import { sleep } from "@/tools/shared/time";
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
  readonly ask: (
    path: string,
    headers?: Readonly<Record<string, string>>,
  ) => Promise<IncomingMessage>;
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

/** Opens a server on a free port of this machine. */
export function listen(server: Server): Promise<number> {
  return new Promise((resolve) => {
    server.listen(0, "127.0.0.1", () => resolve((server.address() as AddressInfo).port));
  });
}

/** Opens a site behind the connector; without an answer of its own every page says {@link INSIDE}. */
export async function openProtectedSite(
  options: NodeConnectorOptions,
  answer: RequestListener = (_request, response) => response.end(INSIDE),
): Promise<ProtectedSite> {
  const connector = createNodeConnector(options);
  const server = createServer(connector.wrap(answer));
  const port = await listen(server);
  await waitForRules(connector);
  return {
    port,
    ask: (path, headers = {}) =>
      new Promise((resolve, reject) => {
        const sent = request(
          { host: "127.0.0.1", port, path, agent: false, headers: { host: HOST, ...headers } },
          (response) => resolve(response.resume()),
        );
        sent.on("error", reject).end();
      }),
    close: async () => {
      server.closeAllConnections();
      server.close();
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

/** What somebody without a session gets. */
export type Got = {
  readonly status: number;
  readonly headers: IncomingMessage["headers"];
  readonly body: string;
};

/** Asks a server of this machine, over a connection of its own, following nothing. */
export function askAt(
  port: number,
  path: string,
  {
    method = "GET",
    headers = {},
    body = "",
  }: {
    readonly method?: string;
    readonly headers?: Readonly<Record<string, string>>;
    readonly body?: string;
  } = {},
): Promise<Got> {
  return new Promise((resolve, reject) => {
    const all = { host: HOST, ...headers };
    const sent = request(
      { host: "127.0.0.1", port, path, method, agent: false, headers: all },
      (answer) => {
        let text = "";
        answer.on("data", (chunk: Buffer) => (text += chunk.toString("utf8")));
        answer.on("end", () =>
          resolve({ status: answer.statusCode ?? 0, headers: answer.headers, body: text }),
        );
      },
    );
    sent.on("error", reject).end(body);
  });
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
  {
    conditions,
    answer,
    allowedOrigins,
  }: {
    readonly conditions?: readonly Condition[];
    readonly answer?: RequestListener;
    readonly allowedOrigins?: readonly string[];
  },
  run: (site: ProtectedSite, secret: string) => Promise<AttackResult>,
): Promise<AttackResult> {
  const { options } = await openOwnShop(target, conditions);
  const site = await openProtectedSite({ ...options, allowedOrigins }, answer);
  try {
    return await run(site, options.secrets[0]);
  } finally {
    await site.close();
  }
}
