import { createApi } from "@/lib/api/handle";
import { openApiDocument } from "@/lib/api/open-api";
import type { Operation } from "@/lib/api/operation";
import { OPERATIONS } from "@/lib/api/registry";
import { createApiListener, isForApi } from "@/lib/api/serve";
import { answerCloudflareApi } from "@/lib/compat/cloudflare/answer";
import { answerQueueItApi } from "@/lib/compat/queue-it/answer";
import { createConsoleServer } from "@/lib/http/console-server";
import { listen } from "../stack/ports";

/** Serves the API in this process, for tests. What `breaking` has of an operation takes the place of what is so. */
export async function serveApiHere() {
  const breaking = new Map<string, Partial<Operation>>();
  const document = JSON.stringify(openApiDocument(OPERATIONS, { version: "0" }));
  const handle = createApi(OPERATIONS);
  const handleBroken = (asked: Parameters<typeof handle>[0]) =>
    createApi(OPERATIONS.map((one) => ({ ...one, ...breaking.get(one.id) })))(asked);
  const api = (asked: Parameters<typeof handle>[0]) =>
    (breaking.size > 0 ? handleBroken : handle)(asked);
  const others = { "/client/v4": answerCloudflareApi, "/2_0": answerQueueItApi };
  const server = createConsoleServer({
    handle: async (_request, response) => void response.writeHead(404).end(),
    api: {
      isFor: isForApi,
      handle: createApiListener({
        ...{ api, mcp: api, aws: api, others },
        documents: { "openapi.json": document },
      }),
    },
    consoleUrl: "http://console.localhost:3000",
    trustedProxies: 0,
  });
  const baseUrl = `http://127.0.0.1:${await listen(server)}`;
  return {
    baseUrl,
    breaking,
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
