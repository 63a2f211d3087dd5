import { type ClientRequest, Agent as HttpAgent, type IncomingMessage, request } from "node:http";
import { Agent as HttpsAgent, request as requestTls } from "node:https";
import type { VisitorFacts } from "../node/visitor-facts.ts";
import { copyRequestHeaders } from "./headers.ts";
import type { ProxySettings } from "./options.ts";

/** How a request is sent on. */
export interface SendOptions {
  readonly facts: VisitorFacts;
  /** A connection of its own instead of one that may have been used. */
  readonly alone: boolean;
}

/** The site behind the proxy. */
export interface Origin {
  /** Begins a request; the body is the caller's. */
  readonly open: (request: IncomingMessage, options: SendOptions) => ClientRequest;
  readonly close: () => void;
}

/** Makes the origin of a proxy, with connections that are used again. */
export function connectOrigin(settings: ProxySettings, via: string): Origin {
  const { origin, originHost, trustedProxies, maxOriginConnections } = settings;
  const isTls = origin.protocol === "https:";
  const pool = { keepAlive: true, maxSockets: maxOriginConnections };
  const agent = isTls ? new HttpsAgent(pool) : new HttpAgent(pool);
  const hostname = origin.hostname.replace(/^\[|\]$/g, "");
  return {
    open: (visit, { facts, alone }) => {
      const sent = (isTls ? requestTls : request)({
        agent: alone ? false : agent,
        method: visit.method,
        host: hostname,
        port: origin.port || (isTls ? 443 : 80),
        path: visit.url,
        setHost: false,
        ...(isTls ? { servername: (originHost ?? hostname).replace(/:\d+$/, "") } : {}),
      });
      copyRequestHeaders(visit, sent, { facts, trustedProxies, originHost, via });
      return sent;
    },
    close: () => agent.destroy(),
  };
}
