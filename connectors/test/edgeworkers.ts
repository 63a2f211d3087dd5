import { createContext, runInContext } from "node:vm";
import type { BuildOptions } from "esbuild";
import type {
  EdgeWorker,
  EdgeWorkerRequest,
  HttpRequestFunction,
} from "../src/adapters/akamai/index.ts";
import {
  ORIGIN_COOKIE,
  ORIGIN_SAYS,
  originPage,
  originSays,
  type SiteAnswer,
  type SiteVisit,
} from "./conformance/site.ts";

/** The smallest tier. */
const MAX_VARIABLE_CHARACTERS = 1024;
const MAX_BODY_CHARACTERS = 2048;
const MAX_SUB_REQUESTS = 2;
const MAX_SUB_REQUEST_BYTES = 128 * 1024;

/** How programs for the emulator are bundled: modules of the platform are found in the sandbox. */
export const FOR_EDGEWORKERS: BuildOptions = {
  format: "iife",
  globalName: "edgeWorker",
  plugins: [
    {
      name: "platform",
      setup: ({ onResolve, onLoad }) => {
        onResolve({ filter: /^http-request$/ }, ({ path }) => ({ path, namespace: "platform" }));
        onLoad({ filter: /./, namespace: "platform" }, () => ({
          contents: "export const httpRequest = async (...all) => await SUB_REQUEST(...all);",
        }));
      },
    },
  ],
};

/** An EdgeWorker in its sandbox. */
export interface RunningEdgeWorker {
  readonly visit: (path: string, visit?: SiteVisit) => Promise<SiteAnswer>;
}

interface Budget {
  subRequests: number;
}

function subRequestsWithin(budget: Budget): HttpRequestFunction {
  return async (url, { timeout, method, headers, body }) => {
    budget.subRequests += 1;
    if (budget.subRequests > MAX_SUB_REQUESTS) throw new Error("Too many sub-requests");
    const signal = AbortSignal.timeout(timeout);
    const init = { method, headers, signal, ...(body === undefined ? {} : { body }) };
    const answer = await fetch(url, { ...init, redirect: "manual" });
    const text = await answer.text();
    return {
      status: answer.status,
      getHeader: (name) => {
        const value = answer.headers.get(name);
        return value === null ? null : [value];
      },
      text: async () => {
        if (text.length > MAX_SUB_REQUEST_BYTES) throw new Error("The response is too large");
        return text;
      },
    };
  };
}

type Response = { status: number; headers: Map<string, string[]>; body: string };

function addTo(headers: Map<string, string[]>, name: string, values: readonly string[]): void {
  for (const value of values) {
    if (!/^[\t -~]*$/.test(value)) throw new Error(`The value of ${name} is no header value`);
    const key = name.toLowerCase();
    headers.set(key, [...(headers.get(key) ?? []), value]);
  }
}

function setVariableIn(variables: Map<string, string>, name: string, value: string): void {
  if (!/^PMUSER_[A-Z0-9_]+$/.test(name)) throw new Error(`${name} is no variable`);
  variables.set(name, value);
  const all = [...variables.values()].join("");
  if (all.length > MAX_VARIABLE_CHARACTERS) throw new Error("The variables are too long");
}

function toAnswer({ status, headers, body }: Response, method = "GET"): SiteAnswer {
  return {
    status,
    header: (name) => headers.get(name)?.join(", ") ?? null,
    setCookies: headers.get("set-cookie") ?? [],
    body: method === "HEAD" ? "" : body,
  };
}

function requestOf(
  path: string,
  { method = "GET", headers = {}, clientIp = "203.0.113.1" }: SiteVisit,
  variables: Map<string, string>,
  respond: (response: Response) => void,
): EdgeWorkerRequest {
  return {
    host: "shop.example",
    scheme: "https",
    method,
    url: path,
    clientIp,
    getHeader: (name) => {
      const value = Object.hasOwn(headers, name) ? headers[name] : undefined;
      return value === undefined ? undefined : [value];
    },
    getVariable: (name) => variables.get(name),
    setVariable: (name, value) => setVariableIn(variables, name, value),
    respondWith: (status, fields, body) => {
      if (body.length > MAX_BODY_CHARACTERS) throw new Error("The body is too long");
      const response: Response = { status, headers: new Map(), body };
      for (const [name, values] of Object.entries(fields)) addTo(response.headers, name, values);
      respond(response);
    },
  };
}

/**
 * Emulates EdgeWorkers in front of an origin. The program runs in a sandbox that has the language and
 * nothing else: no timers, `fetch`, `crypto`, `URL`, `TextEncoder` or `AbortController`. What breaks a
 * limit of the smallest tier is an error: variables above 1,024 characters together, generated bodies
 * above 2,048, more than two sub-requests in an event or 128 KB in one. There is no cache, one instance
 * lives on, and neither CPU nor memory is limited. Source: Akamai's EdgeWorkers documentation.
 */
export function runEdgeWorker(program: string, globals: object = {}): RunningEdgeWorker {
  const budget: Budget = { subRequests: 0 };
  const sandbox = createContext({ ...globals, SUB_REQUEST: subRequestsWithin(budget) });
  const worker: EdgeWorker = runInContext(`${program};edgeWorker`, sandbox);
  return {
    visit: async (path, visit = {}) => {
      const variables = new Map<string, string>();
      const generated: Response[] = [];
      budget.subRequests = 0;
      const respond = (response: Response): void => void generated.push(response);
      await worker.onClientRequest(requestOf(path, visit, variables, respond));
      const last = generated.at(-1);
      if (last !== undefined) return toAnswer(last, visit.method);
      const body = originPage(visit.body ?? "");
      const response: Response = { status: 200, headers: new Map(), body };
      addTo(response.headers, "set-cookie", [ORIGIN_COOKIE]);
      const asked = visit.headers?.[ORIGIN_SAYS];
      for (const [name, value] of originSays(asked)) addTo(response.headers, name, [value]);
      worker.onClientResponse(
        requestOf(path, visit, variables, () => {
          throw new Error("It is too late for respondWith");
        }),
        {
          addHeader: (name, value) => addTo(response.headers, name, [value]),
          getHeader: (name) => response.headers.get(name.toLowerCase()),
          getHeaders: () => Object.fromEntries(response.headers),
          removeHeader: (name) => void response.headers.delete(name.toLowerCase()),
          setHeader: (name, value) => {
            response.headers.delete(name.toLowerCase());
            addTo(response.headers, name, [value]);
          },
        },
      );
      return toAnswer(response, visit.method);
    },
  };
}
