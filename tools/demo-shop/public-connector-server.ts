import { createHmac } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import { pathToFileURL } from "node:url";
import {
  type IConnectorContextProvider,
  type IEnqueueTokenProvider,
  KnownUser,
} from "@queue-it/connector-javascript";
import { type ConfigText, keepConfigText, type PullOptions } from "./config-text";
import { answerHealth, handleShop } from "./handle-shop";
import { closeOnSignal, type ListenOptions, type RunningShop, runServer } from "./run-server";
import { readShopSettings } from "./shop-environment";

/** Where the shop listens, and what its connector needs to know. */
export interface PublicConnectorShopOptions extends ListenOptions, PullOptions {
  readonly customerId: string;
  readonly secret: string;
  /** Makes the right to join that goes along to the waiting room; without it there is none. */
  readonly enqueueTokens?: IEnqueueTokenProvider | undefined;
  /** True behind a proxy of one's own: the last address of `X-Forwarded-For` is the visitor's. */
  readonly isBehindProxy?: boolean | undefined;
}

const TOKEN_PARAMETER = /([?&])queueittoken=[^&]*/i;

function readCookie(request: IncomingMessage, name: string): string | undefined {
  const pairs = (request.headers.cookie ?? "").split(";").map((pair) => pair.trim());
  const pair = pairs.find((text) => text.startsWith(`${name}=`));
  return pair === undefined ? undefined : decodeURIComponent(pair.slice(name.length + 1));
}

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
  return {
    getHttpRequest: () => ({
      getUserAgent: () => readHeader(request, "user-agent"),
      getHeader: (name) => readHeader(request, name),
      getAbsoluteUri: () => currentUrl(request),
      getUserHostAddress: () => addressOf(request, isBehindProxy),
      getCookieValue: (name) => readCookie(request, name),
      getRequestBodyAsString: () => "",
    }),
    getHttpResponse: () => ({
      // The package fixes these six parameters.
      setCookie: (...[name, value, domain, expiresUnixSeconds, isHttpOnly, isSecure]) => {
        const expires = new Date(expiresUnixSeconds * 1000).toUTCString();
        const attributes = [`${name}=${encodeURIComponent(value)}`, `expires=${expires}`, "path=/"];
        if (domain) attributes.push(`domain=${domain}`);
        if (isHttpOnly) attributes.push("HttpOnly");
        if (isSecure) attributes.push("Secure");
        response.appendHeader("Set-Cookie", attributes.join("; "));
      },
    }),
    getCryptoProvider: () => ({
      getSha256Hash: (secret, text) => createHmac("sha256", secret).update(text).digest("hex"),
    }),
    getEnqueueTokenProvider: () => enqueueTokens ?? null,
  };
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

/** What the package's documentation asks of the host around it. */
async function protect(
  request: IncomingMessage,
  response: ServerResponse,
  options: PublicConnectorShopOptions & { readonly config: ConfigText },
): Promise<void> {
  const { customerId, secret, config } = options;
  const url = currentUrl(request);
  const token = new URL(url).searchParams.get(KnownUser.QueueITTokenKey) ?? "";
  const urlWithoutToken = url.replace(TOKEN_PARAMETER, "");
  const result = await KnownUser.validateRequestByIntegrationConfig(
    urlWithoutToken,
    token,
    config.current(),
    customerId,
    secret,
    provideContext(request, response, options),
  );
  response.setHeader("x-queueit-connector", "nodejs");
  if (result.doRedirect()) {
    if (!result.isAjaxResult) {
      redirect(response, result.redirectUrl);
      return;
    }
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
 * listens and has its rules.
 *
 * @throws Error when the rules cannot be pulled at the start
 */
export async function startPublicConnectorShop(
  options: PublicConnectorShopOptions,
): Promise<RunningShop> {
  const config = await keepConfigText(options);
  return runServer(
    (request, response) => {
      if (answerHealth(request, response)) return;
      protect(request, response, { ...options, config }).catch((error: unknown) => {
        // Unlike the package's own examples, an error here lets nobody in.
        console.error(error);
        response.statusCode = 500;
        response.end();
      });
    },
    options,
    config.close,
  );
}

async function main(): Promise<void> {
  const shop = await startPublicConnectorShop(readShopSettings("PUBLIC_SHOP_PORT", 3003));
  closeOnSignal(shop);
  console.log(`Shop with the public connector: http://localhost:${shop.port}`);
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) await main();
