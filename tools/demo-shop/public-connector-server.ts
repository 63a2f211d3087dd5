import type { IncomingMessage, ServerResponse } from "node:http";
import { setTimeout as delay } from "node:timers/promises";
import {
  type IConnectorContextProvider,
  type IEnqueueTokenProvider,
  KnownUser,
} from "@queue-it/connector-javascript";
import { send } from "../shared/ask";
import { handleShop } from "./handle-shop";
import { publicContext } from "./public-context";
import { type ListenOptions, readShopSettings, runAlone, runServer } from "./run-server";

export interface PublicConnectorShopOptions extends ListenOptions {
  readonly configUrl: string;
  readonly apiKey: string;
  readonly connect?: { readonly host: string; readonly port: number } | undefined;
  /** Default 5. */
  readonly pullIntervalSeconds?: number | undefined;
  readonly customerId: string;
  readonly secret: string;
  /** Makes the right to join that goes along to the waiting room; without it there is none. */
  readonly enqueueTokens?: IEnqueueTokenProvider | undefined;
  /** True behind a proxy of one's own: the last address of `X-Forwarded-For` is the visitor's. */
  readonly isBehindProxy?: boolean | undefined;
}

const ATTEMPTS_AT_START = 20;
const PULL_TIMEOUT_MS = 4000;
const TOKEN_PARAMETER = /([?&])queueittoken=[^&]*/i;

function readHeader(request: IncomingMessage, name: string): string {
  const value = request.headers[name.toLowerCase()];
  return Array.isArray(value) ? value.join(", ") : (value ?? "");
}

function currentUrl(request: IncomingMessage): string {
  return `http://${request.headers.host ?? "localhost"}${request.url ?? "/"}`;
}

function addressOf(request: IncomingMessage, isBehindProxy: boolean): string {
  const forwarded = isBehindProxy ? readHeader(request, "x-forwarded-for").split(",").at(-1) : "";
  return forwarded?.trim() || (request.socket.remoteAddress ?? "");
}

function provideContext(
  request: IncomingMessage,
  response: ServerResponse,
  { enqueueTokens, isBehindProxy = false }: PublicConnectorShopOptions,
): IConnectorContextProvider {
  const context = publicContext({
    url: currentUrl(request),
    address: addressOf(request, isBehindProxy),
    header: (name) => readHeader(request, name),
    // The package fixes these six parameters.
    setCookie: (...[name, value, domain, expiresUnixSeconds, isHttpOnly, isSecure]) => {
      const expires = new Date(expiresUnixSeconds * 1000).toUTCString();
      const attributes = [`${name}=${encodeURIComponent(value)}`, `expires=${expires}`, "path=/"];
      if (domain) attributes.push(`domain=${domain}`);
      if (isHttpOnly) attributes.push("HttpOnly");
      if (isSecure) attributes.push("Secure");
      response.appendHeader("Set-Cookie", attributes.join("; "));
    },
  });
  return { ...context, getEnqueueTokenProvider: () => enqueueTokens ?? null };
}

function redirect(response: ServerResponse, url: string): void {
  response.writeHead(302, {
    Location: url,
    "Cache-Control": "no-cache, no-store, must-revalidate, max-age=0",
    Pragma: "no-cache",
    Expires: "Fri, 01 Jan 1990 00:00:00 GMT",
  });
  response.end();
}

async function pullRules(options: PublicConnectorShopOptions): Promise<string> {
  const { configUrl, apiKey, connect } = options;
  const url = new URL(configUrl);
  const { status, body } = await send({
    host: connect?.host ?? url.hostname,
    port: connect?.port ?? (url.port || 80),
    path: url.pathname,
    headers: { host: url.host, "api-key": apiKey },
    timeout: PULL_TIMEOUT_MS,
  });
  if (status === 200) return body;
  throw new Error(`The config pull was answered ${status}`);
}

async function pullFirst(options: PublicConnectorShopOptions): Promise<string> {
  for (let attempt = 1; attempt < ATTEMPTS_AT_START; attempt += 1) {
    const rules = await pullRules(options).catch(() => null);
    if (rules !== null) return rules;
    await delay(500);
  }
  return pullRules(options);
}

async function protect(
  request: IncomingMessage,
  response: ServerResponse,
  options: PublicConnectorShopOptions & { readonly rules: string },
): Promise<void> {
  const { customerId, secret, rules } = options;
  const url = currentUrl(request);
  const token = new URL(url).searchParams.get(KnownUser.QueueITTokenKey) ?? "";
  const urlWithoutToken = url.replace(TOKEN_PARAMETER, "");
  const result = await KnownUser.validateRequestByIntegrationConfig(
    ...([urlWithoutToken, token, rules, customerId, secret] as const),
    provideContext(request, response, options),
  );
  response.setHeader("x-queueit-connector", "nodejs");
  if (result.doRedirect() && !result.isAjaxResult) redirect(response, result.redirectUrl);
  else if (result.doRedirect()) {
    response.setHeader(result.getAjaxQueueRedirectHeaderKey(), result.getAjaxRedirectUrl());
    response.setHeader("Access-Control-Expose-Headers", result.getAjaxQueueRedirectHeaderKey());
    response.end();
  } else if (url !== urlWithoutToken && result.actionType === "Queue") {
    redirect(response, urlWithoutToken);
  } else {
    handleShop(request, response);
  }
}

/**
 * Opens the same shop behind the public connector, as its package comes. It resolves when it
 * listens and has its rules; a failed pull keeps the rules that are there.
 *
 * @throws Error when there are none after several attempts
 */
export async function startPublicConnectorShop(options: PublicConnectorShopOptions) {
  let rules = await pullFirst(options);
  const pullAgain = async (): Promise<void> => {
    rules = await pullRules(options).catch(() => rules);
  };
  const timer = setInterval(() => void pullAgain(), (options.pullIntervalSeconds ?? 5) * 1000);
  timer.unref();
  return runServer(
    (request, response) => {
      protect(request, response, { ...options, rules }).catch((error: unknown) => {
        // Unlike the package's own examples, an error here lets nobody in.
        console.error(error);
        response.statusCode = 500;
        response.end();
      });
    },
    options,
    async () => clearInterval(timer),
  );
}

await runAlone(import.meta.url, "Shop with the public connector", async () =>
  startPublicConnectorShop(await readShopSettings("PUBLIC_SHOP_PORT", 3003)),
);
