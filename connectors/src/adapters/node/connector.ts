import { createPublicKey, verify } from "node:crypto";
import type { IncomingMessage, RequestListener, ServerResponse } from "node:http";
import {
  type Answer,
  answerPush,
  type Connector,
  createConnector,
  isPush,
  type MaybePromise,
  type Runtime,
  type SiteRequest,
  type Verdict,
  type VerifyEd25519,
} from "../../host/index.ts";
import { configInFile } from "./config-file.ts";
import { createNodeFetch } from "./node-fetch.ts";
import type { NodeConnectorOptions } from "./options.ts";
import { readText } from "./read-text.ts";
import { schedule } from "./schedule.ts";
import { readHeader, readVisitorFacts } from "./visitor-facts.ts";

const NAME = "stanchion-node";
const VERSION = "0.1.0";
const MAX_PUSH_BYTES = 10_001_000;

/** The connector at work. */
export interface NodeConnector extends Omit<Connector, "check" | "runDueWork"> {
  /** Express-style middleware: calls `next` when the request may go on, and answers otherwise. */
  readonly middleware: (
    request: IncomingMessage,
    response: ServerResponse,
    next: () => void,
  ) => void;
  /** Puts the connector in front of a handler for `node:http`. */
  readonly wrap: (handler: RequestListener) => RequestListener;
  /** Decides about a request and sends the answer, if there is one; resolves to whether it may go on. */
  readonly admit: (request: IncomingMessage, response: ServerResponse) => Promise<boolean>;
}

const verifyEd25519: VerifyEd25519 = (publicKey, signature, bytes) => {
  const jwk = { kty: "OKP", crv: "Ed25519", x: Buffer.from(publicKey).toString("base64url") };
  return verify(null, bytes, createPublicKey({ key: jwk, format: "jwk" }), signature);
};

function sendAnswer({ status, headers, body }: Answer, response: ServerResponse): void {
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
function applyVerdict({ answer, headers }: Verdict, response: ServerResponse): Outcome {
  for (const [name, value] of headers) response.appendHeader(name, value);
  if (answer === null) return "goes-on";
  sendAnswer(answer, response);
  return "answered";
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
  const { trustedProxies = 0, readBody, configFile, connect, acceptsPush } = options;
  if (!(Number.isInteger(trustedProxies) && trustedProxies >= 0)) {
    throw new TypeError("trustedProxies is below 0");
  }
  const configStorage = configFile === undefined ? options.configStorage : configInFile(configFile);
  const { check, runDueWork, ...shared } = createConnector(
    { ...options, configStorage },
    {
      ...name,
      platform: `node/${process.versions.node}`,
      fetch: createNodeFetch(connect),
      schedule,
      verifyEd25519,
    },
  );

  const toSiteRequest = (request: IncomingMessage): SiteRequest => ({
    ...readVisitorFacts(request, trustedProxies),
    method: request.method ?? "GET",
    header: (name) => readHeader(request, name),
    // Read where it is needed, so that what it throws counts as a failed check.
    get body() {
      return readBody?.(request);
    },
  });
  const takePush = async (request: IncomingMessage, response: ServerResponse): Promise<Outcome> => {
    const take = async () => shared.push(await readText(request, MAX_PUSH_BYTES));
    sendAnswer(await answerPush(take), response);
    return "answered";
  };
  const handle = (request: IncomingMessage, response: ServerResponse): MaybePromise<Outcome> => {
    if (acceptsPush === true && isPush(request.method ?? "", request.url ?? "")) {
      return takePush(request, response);
    }
    const verdict = check(toSiteRequest(request));
    return verdict instanceof Promise
      ? verdict.then((late) => applyVerdict(late, response))
      : applyVerdict(verdict, response);
  };
  const pass = (request: IncomingMessage, response: ServerResponse, goOn: () => void): void => {
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
    ...shared,
    admit: async (request, response) => (await handle(request, response)) === "goes-on",
    middleware: pass,
    wrap: (handler) => (request, response) => {
      pass(request, response, () => handler(request, response));
    },
  };
}
