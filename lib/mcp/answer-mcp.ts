import { createMcpHandler } from "@modelcontextprotocol/server";
import { customerCallerOf, spend } from "@/lib/api/callers";
import { type ApiAnswer, type ApiCall, refusal } from "@/lib/api/handle";
import type { Operation } from "@/lib/api/operation";
import { createMcpServer, type Send } from "./mcp-server";
import { permittedOperations, tagName } from "./tool";

type Answer = (asked: ApiCall) => Promise<ApiAnswer>;

/**
 * Answers the Model Context Protocol over streamable HTTP, without sessions: each request stands alone, and its key decides
 * which operations are tools. `?tags=events,live` names groups of them. `answerApi` carries a call out. Nothing is thrown.
 */
export function createMcpAnswer(
  operations: readonly Operation[],
  { version, answerApi }: { readonly version: string; readonly answerApi: Answer },
): Answer {
  return async (asked) => {
    const headers: Record<string, string> = { "cache-control": "no-store" };
    try {
      const caller = await customerCallerOf(asked);
      await spend(caller, { lane: "read" }, () => undefined);
      const permitted = permittedOperations(operations, caller.context, tagsOf(asked.query));
      const send: Send = ({ body, ...request }) => {
        const sent = Buffer.from(body === null ? "" : JSON.stringify(body));
        return answerApi({ ...asked, ...request, body: sent, header: headerOf(asked) });
      };
      const handler = createMcpHandler(() => createMcpServer(permitted, { version, send }), {
        maxSubscriptions: 0,
      });
      const response = await handler.fetch(webRequest(asked));
      const body = await response.text();
      return {
        status: response.status,
        headers: { ...headers, ...Object.fromEntries(response.headers) },
        body,
      };
    } catch (error) {
      return refusal(error, asked.header("x-request-id") ?? "", headers);
    }
  };
}

function tagsOf(query: URLSearchParams): ReadonlySet<string> | null {
  const wanted = query.get("tags");
  return wanted === null ? null : new Set(wanted.split(",").map(tagName));
}

/** The headers of a call that one message makes: the key is the same, and nothing else is passed on. */
function headerOf({ header }: ApiCall): ApiCall["header"] {
  return (name) => (name === "authorization" ? header(name) : null);
}

const PROTOCOL_HEADERS = ["accept", "content-type", "mcp-protocol-version", "mcp-session-id"];

function webRequest({ method, header, body }: ApiCall): Request {
  const sent = PROTOCOL_HEADERS.flatMap((name) => {
    const value = header(name);
    return value === null ? [] : [[name, value] as [string, string]];
  });
  const hasBody = method !== "GET" && method !== "HEAD";
  const init = { method, headers: sent };
  return new Request("http://api/mcp", hasBody ? { ...init, body: Buffer.from(body) } : init);
}
