import { createPublicKey, verify } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import type { Http2ServerResponse } from "node:http2";
import {
  type Answer,
  type ConnectorOptions,
  countDecisions,
  createConnector,
  type DecisionCounts,
  type Header,
  MAX_PUSH_BYTES,
  type MaybePromise,
  type PushRequest,
  pullInBackground,
  type Runtime,
  type SiteRequest,
  type StandardOptions,
  sendHeartbeat,
  type Verdict,
  type VerifyEd25519,
  withStandardParts,
} from "../../host/index.ts";
import { nameInstance } from "../../host/instance.ts";
import { requireOptions } from "../../host/options.ts";
import { sayProblems } from "../../host/say-problems.ts";
import { configInFile } from "./config-file.ts";
import { hmacByNode } from "./hmac.ts";
import { createNodeFetch } from "./node-fetch.ts";
import type { NodeConnectorOptions } from "./options.ts";
import { readText } from "./read-text.ts";
import { watchHead } from "./response-head.ts";
import { schedule } from "./schedule.ts";
import { type AnyRequest, readHeader, readVisitorFacts } from "./visitor-facts.ts";

const NAME = "stanchion-node";
const VERSION = "0.1.0";

/** A response over HTTP/1.1 or HTTP/2. */
export type AnyResponse = ServerResponse | Http2ServerResponse;

/** The connector at work, over HTTP/1.1 and HTTP/2 alike. */
export interface NodeConnector {
  /** The version of the config in use; null while none was ever seen. */
  readonly configVersion: () => number | null;
  /** Stops the pulling and reports what is left. */
  readonly close: () => Promise<void>;
  /** Resolves after the first config pull, whether it succeeded or not. */
  readonly ready: () => Promise<void>;
  readonly counts: () => DecisionCounts;
  /** Express-style middleware: calls `next` when the request may go on, and answers otherwise. */
  readonly middleware: (request: AnyRequest, response: AnyResponse, next: () => void) => void;
  /** Puts the connector in front of a handler for `node:http` or `node:http2`. */
  readonly wrap: <
    Request extends AnyRequest = IncomingMessage,
    Response extends AnyResponse = ServerResponse,
  >(
    handler: (request: Request, response: Response) => void,
  ) => (request: Request, response: Response) => void;
  /** Decides about a request and sends the answer, if there is one; resolves to whether it may go on. */
  readonly admit: (request: AnyRequest, response: AnyResponse) => Promise<boolean>;
}

const verifyEd25519: VerifyEd25519 = (publicKey, signature, bytes) => {
  const jwk = { kty: "OKP", crv: "Ed25519", x: Buffer.from(publicKey).toString("base64url") };
  return verify(null, bytes, createPublicKey({ key: jwk, format: "jwk" }), signature);
};

function sendAnswer({ status, headers, body }: Answer, response: AnyResponse): void {
  response.statusCode = status;
  for (const [name, value] of headers) {
    // Another part of the site may have exposed headers already.
    if (name === "Access-Control-Expose-Headers") response.appendHeader(name, value);
    else response.setHeader(name, value);
  }
  response.end(body);
}

type Outcome = "goes-on" | "answered";

/** Sends what the connector has to say. */
function applyVerdict({ answer, headers }: Verdict, response: AnyResponse): Outcome {
  for (const [name, value] of headers) response.appendHeader(name, value);
  if (answer === null) return "goes-on";
  sendAnswer(answer, response);
  return "answered";
}

/** What every way of running a connector in Node has in common. */
export interface RunningConnector
  extends Pick<NodeConnector, "close" | "configVersion" | "counts" | "ready"> {
  readonly check: (request: SiteRequest) => MaybePromise<Verdict>;
  readonly endVisit: (request: SiteRequest) => readonly Header[];
  readonly receive: (request: PushRequest) => Promise<Verdict> | undefined;
}

/** Counts what is decided, and pulls by timers until it is closed. */
export function startPulling(
  { configFile, connect, onDecision, onProblem = sayProblems(), ...options }: NodeConnectorOptions,
  name: Pick<Runtime, "name" | "version">,
): RunningConnector {
  const closing = new AbortController();
  const fetch = createNodeFetch(connect);
  const counter = countDecisions();
  const count = (verdict: Verdict): Verdict => {
    counter.addVerdict(verdict);
    return verdict;
  };
  const complete: StandardOptions = {
    ...options,
    configStorage: configFile === undefined ? options.configStorage : configInFile(configFile),
    onDecision: (decision, request) => {
      counter.addDecision(decision);
      onDecision?.(decision, request);
    },
    onProblem: (problem) => {
      if (!closing.signal.aborted) onProblem(problem);
    },
  };
  const parts: ConnectorOptions = {
    ...withStandardParts(complete, verifyEd25519),
    heartbeat: sendHeartbeat(nameInstance()),
  };
  const connector = createConnector(parts, {
    ...name,
    platform: `node/${process.versions.node}`,
    fetch: (url, { signal, ...request }) => {
      const signals = signal === null ? [closing.signal] : [closing.signal, signal];
      return fetch(url, { ...request, signal: AbortSignal.any(signals) });
    },
    hmac: hmacByNode,
  });
  const pulls = pullInBackground(connector, schedule);
  return {
    receive: (request) => parts.push?.(request, connector),
    check: (request) => {
      const verdict = connector.check(request);
      return verdict instanceof Promise ? verdict.then(count) : count(verdict);
    },
    endVisit: (request) => {
      const headers = connector.endVisit(request);
      // Node's HMAC answers at once.
      return headers instanceof Promise ? [] : headers;
    },
    configVersion: () => connector.current()?.version ?? null,
    counts: counter.counts,
    ready: () => pulls.ready,
    close: async () => {
      closing.abort();
      await pulls.close();
      await options.activity?.close();
    },
  };
}

/**
 * Starts a connector: it pulls the integration config in the background and decides about each
 * request from memory.
 *
 * Guarantees: a request never waits for the waiting room; an error never lets anybody in, except
 * where `failOpen` is true and no config was ever seen.
 *
 * @param name - how an adapter on top of this one names itself
 * @throws TypeError naming the option that is missing or wrong
 *
 * @example
 * const connector = createNodeConnector({ customerId, secrets: [secret], apiKey, configUrl, failOpen: false });
 * createServer(connector.wrap(handleRequest)).listen(8080);
 */
export function createNodeConnector(
  options: NodeConnectorOptions,
  name: Pick<Runtime, "name" | "version"> = { name: NAME, version: VERSION },
): NodeConnector {
  const { trustedProxies = 0, readBody } = options;
  requireOptions({ trustedProxies: Number.isInteger(trustedProxies) && trustedProxies >= 0 });
  const connector = startPulling(options, name);

  const toSiteRequest = (request: AnyRequest): SiteRequest => ({
    ...readVisitorFacts(request, trustedProxies),
    method: request.method ?? "GET",
    header: (name) => readHeader(request, name),
    // Read where it is needed, so that what it throws counts as a failed check.
    get body() {
      return readBody?.(request);
    },
  });
  const handle = (request: AnyRequest, response: AnyResponse): MaybePromise<Outcome> => {
    const { method = "", url = "" } = request;
    const headers = { get: (name: string) => readHeader(request, name) ?? null };
    const text = () => readText(request, MAX_PUSH_BYTES);
    const pushed = connector.receive({ method, url, headers, text });
    if (pushed !== undefined) return pushed.then((verdict) => applyVerdict(verdict, response));
    const asked = toSiteRequest(request);
    const apply = (verdict: Verdict): Outcome => {
      const outcome = applyVerdict(verdict, response);
      if (outcome === "goes-on") {
        watchHead(response, verdict.headers, () => connector.endVisit(asked));
      }
      return outcome;
    };
    const verdict = connector.check(asked);
    return verdict instanceof Promise ? verdict.then(apply) : apply(verdict);
  };
  const pass = (request: AnyRequest, response: AnyResponse, goOn: () => void): void => {
    const outcome = handle(request, response);
    if (outcome === "goes-on") goOn();
    else if (outcome instanceof Promise) {
      // The check never rejects; what the site throws is the site's.
      void outcome.then((late) => {
        if (late === "goes-on") goOn();
      });
    }
  };

  return {
    counts: connector.counts,
    configVersion: connector.configVersion,
    ready: connector.ready,
    close: connector.close,
    admit: async (request, response) => (await handle(request, response)) === "goes-on",
    middleware: pass,
    wrap: (handler) => (request, response) => {
      pass(request, response, () => handler(request, response));
    },
  };
}
