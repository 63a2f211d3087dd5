import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { Answer, Verdict } from "../../../host/index.ts";
import { andThen, toError } from "../../../host/runtime.ts";
import { startPulling } from "../../node/connector.ts";
import { readHeader } from "../../node/visitor-facts.ts";
import { closeServer, listen, type ProxyServer } from "../proxy.ts";
import { answerQuestion, readRelayed } from "./answer.ts";
import {
  type ForwardAuthOptions,
  type ForwardAuthSettings,
  readForwardAuthSettings,
} from "./options.ts";
import { isFromProxy, readQuestion } from "./question.ts";

const NAME = "stanchion-forward-auth";
const VERSION = "0.1.0";
/** An answer that is sent back stands in one header. */
const HEADERS_MAX_BYTES = 65_536;
/** Longer than proxies keep theirs, so that they never use one that is being closed. */
const KEEP_ALIVE_MS = 65_000;
const SHUTDOWN_TIMEOUT_MS = 10_000;
const RELAY_PATH = /^\/answer(?:\?|$)/;

/** Why questions are refused, as it is reported. The code is stable. */
const REFUSALS = {
  "not-from-proxy": "came without the proxy's key, or from an address that is not the proxy's",
  "not-told": "does not say method, scheme, host, target and client once each",
  "no-answer": "sends back what is no answer",
} as const;
type Refusal = keyof typeof REFUSALS;

function refusal(status: 403 | 500, code: Refusal | "failed"): Answer {
  const headers: Answer["headers"] = [
    ["Content-Type", "text/plain; charset=utf-8"],
    ["Cache-Control", "no-store"],
  ];
  return { status, headers, body: `${code}\n` };
}

function send({ status, headers, body }: Answer, response: ServerResponse): void {
  response.writeHead(status, headers.flat()).end(body);
}

/** What does not need the rules: refusals of what is no question, and what the proxy sends back. */
function answerAtOnce(
  question: IncomingMessage,
  settings: ForwardAuthSettings,
): Answer | Refusal | null {
  if (!isFromProxy(question, settings)) return "not-from-proxy";
  const isRelay = settings.dialect.refuses === "relayed" && RELAY_PATH.test(question.url ?? "");
  if (!isRelay) return null;
  const relayed = readRelayed(readHeader(question, "x-stanchion-answer") ?? "");
  return relayed ?? "no-answer";
}

/** Refuses questions; anybody may ask, as often as they like, so the first of each kind is reported. */
function createRefuser(report: ForwardAuthOptions["onProblem"]) {
  const reported = new Set<Refusal>();
  return (code: Refusal, { socket }: IncomingMessage, response: ServerResponse): void => {
    const told = `${code}: a question of ${socket.remoteAddress} ${REFUSALS[code]}, and was refused`;
    if (!reported.has(code)) report?.(new Error(told));
    reported.add(code);
    send(refusal(403, code), response);
  };
}

/**
 * Makes a server that a proxy asks about each request before it passes it on: nginx `auth_request`, Caddy
 * `forward_auth`, Traefik `ForwardAuth` and their like.
 *
 * Guarantees: 2xx says that the request may go on, and is said of nothing else; only an address of the proxy with its
 * key is answered; a question that does not tell method, scheme, host, target and client once each is refused.
 *
 * @throws TypeError naming the option that is missing or wrong
 *
 * @example
 * const forwardAuth = createForwardAuth({ proxy: "nginx", proxyKey, customerId, secrets: [secret], apiKey, configUrl, failOpen: false });
 * await forwardAuth.listen({ port: 9080, host: "127.0.0.1" });
 */
export function createForwardAuth(options: ForwardAuthOptions): ProxyServer {
  const settings = readForwardAuthSettings(options);
  const connector = startPulling(options, { name: NAME, version: VERSION });

  const refuse = createRefuser(options.onProblem);
  const tell = (verdict: Verdict, response: ServerResponse): void => {
    try {
      send(answerQuestion(verdict, settings.dialect), response);
    } catch (error) {
      options.onProblem?.(toError(error));
      send(refusal(500, "failed"), response);
    }
  };
  const server = createServer(
    { maxHeaderSize: HEADERS_MAX_BYTES, keepAliveTimeout: KEEP_ALIVE_MS },
    (question, response) => {
      const atOnce = answerAtOnce(question, settings);
      if (typeof atOnce === "string") return refuse(atOnce, question, response);
      if (atOnce !== null) return send(atOnce, response);
      const asked = readQuestion(question, settings);
      if (asked === null) return refuse("not-told", question, response);
      // The check never rejects.
      return void andThen(connector.check(asked), (verdict) => tell(verdict, response));
    },
  );

  const { ready, configVersion, counts } = connector;
  return {
    ready,
    configVersion,
    counts,
    listen: (where) => listen(server, where),
    close: async () => {
      await closeServer(server, new Set(), SHUTDOWN_TIMEOUT_MS);
      await connector.close();
    },
  };
}
