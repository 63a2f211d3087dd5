import { createApi } from "@/lib/api/handle";
import { openApiDocument } from "@/lib/api/open-api";
import { OPERATIONS } from "@/lib/api/registry";
import { createApiListener, isForApi } from "@/lib/api/serve";
import { PERMISSIONS, type Permission } from "@/lib/domain/permissions/roles";
import { createConsoleServer } from "@/lib/http/console-server";
import { createMcpAnswer } from "@/lib/mcp/answer-mcp";
import type { ServiceContext } from "@/lib/services/ground/context";
import { createApiKey } from "@/lib/services/people/api-key/create";
import { listen } from "@/tools/stack/ports";

/** The API on a port of its own, over the stores of the tests. */
export async function startTestApi() {
  const document = JSON.stringify(openApiDocument(OPERATIONS, { version: "0" }));
  const api = createApi(OPERATIONS);
  const mcp = createMcpAnswer(OPERATIONS, { version: "0", answerApi: api });
  const server = createConsoleServer({
    handle: async (_request, response) => void response.writeHead(404).end(),
    api: {
      isFor: isForApi,
      handle: createApiListener({ api, mcp, aws: api, documents: { "openapi.json": document } }),
    },
    consoleUrl: "http://console.localhost:3000",
    trustedProxies: 0,
  });
  return {
    url: `http://127.0.0.1:${await listen(server)}`,
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}

/** A key that may do everything, or what is named. */
export async function newApiKey(
  context: ServiceContext,
  permissions: readonly Permission[] = PERMISSIONS,
): Promise<string> {
  const scopes = ["api" as const];
  const input = { name: "Back office", scopes, permissions: [...permissions] };
  return (await createApiKey(context, input)).text;
}
