/** Where a snippet goes, and its text as it stands in the documentation of its connector. */
export type Snippet = {
  /** The page under `docs/connectors/`. */
  readonly page: string;
  readonly title: string;
  /** With the example values of the documentation. */
  readonly text: string;
};

export const SNIPPETS: readonly Snippet[] = [
  {
    page: "node",
    title: "Node",
    text: `import { createServer } from "node:http";
import { createNodeConnector } from "@stanchion/connector/node";

const { STANCHION_SECRET = "", STANCHION_API_KEY = "" } = process.env;

const connector = createNodeConnector({
  customerId: "acme",
  secrets: [STANCHION_SECRET],
  apiKey: STANCHION_API_KEY,
  configUrl: "https://room.example.com/status/integrationconfig/secure/acme",
  failOpen: false,
  configFile: "/var/lib/shop/stanchion.json",
  onProblem: (problem) => console.error(problem.message),
});

const server = createServer(
  connector.wrap((request, response) => {
    response.end("You are in.");
  }),
);
await connector.ready();
server.listen(8080);

process.once("SIGTERM", async () => {
  await connector.close();
  server.close();
});`,
  },
  {
    page: "next",
    title: "Next.js",
    text: `import { createNextProxy } from "@stanchion/connector/next";

const { STANCHION_SECRET = "", STANCHION_API_KEY = "" } = process.env;

export const proxy = createNextProxy({
  customerId: "acme",
  secrets: [STANCHION_SECRET],
  apiKey: STANCHION_API_KEY,
  configUrl: "https://room.example.com/status/integrationconfig/secure/acme",
  failOpen: false,
  trustedProxies: 1,
  onProblem: (problem) => console.error(problem.message),
});

export const config = { matcher: ["/((?!_next/static|_next/image|favicon.ico).*)"] };`,
  },
  {
    page: "fetch",
    title: "Any runtime with fetch",
    text: `import { createFetchConnector, sendHeartbeat, waitForFirstConfig } from "@stanchion/connector/fetch";

const { STANCHION_SECRET = "", STANCHION_API_KEY = "" } = process.env;

const connector = createFetchConnector({
  customerId: "acme",
  secrets: [STANCHION_SECRET],
  apiKey: STANCHION_API_KEY,
  configUrl: "https://room.example.com/status/integrationconfig/secure/acme",
  failOpen: false,
  firstConfig: waitForFirstConfig(1000),
  heartbeat: sendHeartbeat(),
});

const site = () => new Response("You are in.");

/**
 * @param {Request} request
 * @param {string} clientIp
 */
export const handle = (request, clientIp) => connector.handle(request, site, { clientIp });`,
  },
  {
    page: "cloudflare",
    title: "Cloudflare Workers",
    text: `import { createCloudflareWorker, type KvNamespace } from "@stanchion/connector/cloudflare";

interface Env {
  STANCHION_SECRET: string;
  STANCHION_KV: KvNamespace;
}

export default createCloudflareWorker<Env>((env) => ({
  customerId: "acme",
  secrets: [env.STANCHION_SECRET],
  kv: env.STANCHION_KV,
  failOpen: false,
  onProblem: (problem) => console.error(problem.message),
}));`,
  },
  {
    page: "lambda-edge",
    title: "CloudFront (Lambda@Edge)",
    text: `import { createViewerRequestHandler, handleViewerResponse } from "@stanchion/connector/lambda-edge";

const { STANCHION_SECRET = "", STANCHION_API_KEY = "" } = process.env;

export const viewerRequest = createViewerRequestHandler({
  customerId: "acme",
  secrets: [STANCHION_SECRET],
  apiKey: STANCHION_API_KEY,
  configUrl: "https://room.example.com/status/integrationconfig/secure/acme",
  failOpen: false,
  onProblem: (problem) => console.error(problem.message),
});

export const viewerResponse = handleViewerResponse;`,
  },
  {
    page: "akamai",
    title: "Akamai EdgeWorkers",
    text: `import { httpRequest } from "http-request";
import { createEdgeWorker } from "@stanchion/connector/akamai";

const SECRET = "put in by your pipeline";
const API_KEY = "put in by your pipeline";

export const { onClientRequest, onClientResponse } = createEdgeWorker({
  customerId: "acme",
  secrets: [SECRET],
  apiKey: API_KEY,
  configUrl: "https://shop.example/stanchion/config",
  httpRequest,
  failOpen: false,
});`,
  },
  {
    page: "fastly",
    title: "Fastly Compute",
    text: `import { CacheOverride } from "fastly:cache-override";
import { KVStore } from "fastly:kv-store";
import { SecretStore } from "fastly:secret-store";
import { createFastlyHandler, type FastlyOptions } from "@stanchion/connector/fastly";

async function optionsOf(): Promise<FastlyOptions> {
  const secrets = new SecretStore("stanchion");
  const [secret, apiKey] = await Promise.all([secrets.get("secret"), secrets.get("api-key")]);
  return {
    customerId: "acme",
    secrets: [secret?.plaintext() ?? ""],
    apiKey: apiKey?.plaintext(),
    configUrl: "https://room.example.com/status/integrationconfig/secure/acme",
    backend: "stanchion",
    cacheOverride: new CacheOverride("override", { ttl: 60, swr: 300 }),
    kv: new KVStore("stanchion-rules"),
    failOpen: false,
    onProblem: (problem) => console.error(problem.message),
  };
}

const handle = createFastlyHandler(optionsOf, (request) => fetch(request, { backend: "origin" }));

addEventListener("fetch", (event) => event.respondWith(handle(event)));`,
  },
  {
    page: "proxy",
    title: "Reverse proxy, for any server",
    text: `npx @stanchion/connector proxy \\
  --origin http://127.0.0.1:3000 \\
  --listen 8080 \\
  --customer-id acme \\
  --config-url https://room.example.com/status/integrationconfig/secure/acme \\
  --fail-closed`,
  },
  {
    page: "browser",
    title: "Script in the page",
    text: `<script
  src="https://room.example.com/assets/connector.js"
  data-stanchion-c="acme"
  data-stanchion-fail-open="true"
></script>`,
  },
];

/** What a snippet takes of an event. */
export type SnippetValues = {
  readonly customerId: string;
  readonly roomUrl: string;
  readonly targetUrl: string;
};

/** Published rules name the room by https, which nobody answers at an installation without TLS. */
function withoutTls(text: string, { roomUrl }: SnippetValues): string {
  if (!roomUrl.startsWith("http:")) return text;
  return text
    .replace(/^( *)configUrl: "(https:.*?)\/status.*$/m, '$&\n$1waitingRoomOrigin: "$2",')
    .replace(/^( *--)config-url (https:.*?)\/status.*$/m, "$&\n$1waiting-room $2 \\");
}

/** A snippet with the values of an event instead of those of the documentation. Secrets stay outside. */
export function snippetFor({ text }: Snippet, values: SnippetValues): string {
  const target = new URL(values.targetUrl);
  return withoutTls(text, values)
    .replaceAll("https://room.example.com", values.roomUrl)
    .replaceAll("https://shop.example", target.origin)
    .replaceAll('"acme"', JSON.stringify(values.customerId))
    .replaceAll(/\bacme\b/g, values.customerId);
}
