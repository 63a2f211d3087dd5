import { createHmac } from "node:crypto";
import type { IncomingMessage, RequestListener, ServerResponse } from "node:http";
import {
  type CompiledConfig,
  type ConnectorRequest,
  type Decision,
  decide,
  type HmacSha256Hex,
} from "../../core/index.ts";
import { startConfigSource } from "./config-source.ts";
import { type CheckedOptions, checkOptions, type NodeConnectorOptions } from "./options.ts";
import { sendAjaxRedirect, sendNotReady, sendRedirect, setCookies } from "./respond.ts";
import { readHeader, readVisitorFacts } from "./visitor-facts.ts";

const CONNECTOR_VERSION = "stanchion-node-0.1.0";
const CONNECTOR_NAME = "stanchion-node";

/** The connector at work. */
export interface NodeConnector {
  /** Express-style middleware: calls `next` when the request may go on, and answers otherwise. */
  readonly middleware: (
    request: IncomingMessage,
    response: ServerResponse,
    next: () => void,
  ) => void;
  /** Puts the connector in front of a handler for `node:http`. */
  readonly wrap: (handler: RequestListener) => RequestListener;
  /** Resolves after the first config pull, whether it succeeded or not. */
  readonly ready: () => Promise<void>;
  /** The version of the config in use; null while none was ever seen. */
  readonly configVersion: () => number | null;
  /** Stops the pulling. */
  readonly close: () => Promise<void>;
}

const hmac: HmacSha256Hex = (key, message) =>
  createHmac("sha256", key).update(message, "utf8").digest("hex");

function toConnectorRequest(
  request: IncomingMessage,
  { trustedProxies, readBody }: CheckedOptions,
): ConnectorRequest {
  return {
    ...readVisitorFacts(request, trustedProxies),
    header: (name) => readHeader(request, name),
    body: readBody?.(request),
  };
}

/** Writes the answer of a decision. Returns whether the request may go on. */
function applyDecision(
  decision: Decision,
  request: IncomingMessage,
  response: ServerResponse,
): boolean {
  if (decision.type !== "ignore") setCookies(response, decision.cookies);
  switch (decision.type) {
    case "ignore":
      return true;
    case "pass": {
      // A redirect would lose the body of any other method.
      const isPage = request.method === "GET" || request.method === "HEAD";
      if (decision.cleanUrl === null || !isPage) return true;
      sendRedirect(response, decision.cleanUrl);
      return false;
    }
    case "ajax-redirect":
      sendAjaxRedirect(response, decision);
      return false;
    case "redirect":
    case "cancel":
      sendRedirect(response, decision.url);
      return false;
  }
}

function decideRequest(
  request: IncomingMessage,
  options: CheckedOptions,
  config: CompiledConfig,
): Decision {
  return decide(toConnectorRequest(request, options), {
    config,
    customerId: options.customerId,
    secrets: options.secrets,
    hmac,
    nowMs: Date.now(),
    connectorVersion: CONNECTOR_VERSION,
    waitingRoomOrigin: options.waitingRoomOrigin,
    enqueueToken: options.enqueueToken,
  });
}

/**
 * Starts a connector: it pulls the integration config in the background and decides about each
 * request from memory.
 *
 * Guarantees: a request never waits for the waiting room; an error never lets anybody in, except
 * where `failOpen` is true and no config was ever seen.
 *
 * @throws TypeError naming the option that is missing or wrong
 *
 * @example
 * const connector = createNodeConnector({ customerId, secrets: [secret], apiKey, configUrl, failOpen: false });
 * createServer(connector.wrap(handleRequest)).listen(8080);
 */
export function createNodeConnector(options: NodeConnectorOptions): NodeConnector {
  const checked = checkOptions(options);
  const source = startConfigSource(checked);

  const admits = (request: IncomingMessage, response: ServerResponse): boolean => {
    response.setHeader("x-queueit-connector", CONNECTOR_NAME);
    const config = source.current();
    if (config !== null) {
      return applyDecision(decideRequest(request, checked, config), request, response);
    }
    if (checked.failOpen) {
      response.setHeader("x-queueit-failed", "true");
      return true;
    }
    sendNotReady(request, response);
    return false;
  };

  const admitsSafely = (request: IncomingMessage, response: ServerResponse): boolean => {
    try {
      return admits(request, response);
    } catch (error) {
      checked.onProblem(error instanceof Error ? error : new Error(String(error)));
      sendNotReady(request, response);
      return false;
    }
  };

  return {
    middleware: (request, response, next) => {
      if (admitsSafely(request, response)) next();
    },
    wrap: (handler) => (request, response) => {
      if (admitsSafely(request, response)) handler(request, response);
    },
    ready: () => source.firstPull,
    configVersion: () => source.current()?.version ?? null,
    close: () => source.close(),
  };
}
