import { build } from "esbuild";
import {
  hmacSha256Hex,
  type IntegrationConfig,
  mintQueueToken,
  sealSessionCookie,
  sessionCookieName,
} from "@/connectors/src/core";
import { configOf, queueRule, urlPart } from "@/tools/shared/integration-config";
import { projectPath } from "@/tools/stack/paths";

const SECRET = "0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef01234567";
const QUEUE_ID = "3f1c9c7e-5d2a-4b1e-9f60-0a1b2c3d4e5f";
const RULES = 20;

/** As many rules as a busy customer has; the last one applies to the requests below. */
function buildConfig(): IntegrationConfig {
  const ruleFor = (path: string) =>
    queueRule({
      Name: `Rule for ${path}`,
      EventId: "sale",
      IsCookieHttpOnly: true,
      IsCookieSecure: true,
      Triggers: [{ LogicalOperator: "And", TriggerParts: [urlPart("Contains", "PagePath", path)] }],
    });
  const others = Array.from({ length: RULES - 1 }, (_, index) => ruleFor(`/other-${index}`));
  return configOf([...others, ruleFor("/tickets")]);
}

/** Bundles an EdgeWorker with its config, as a site would deploy it. */
export async function bundleEdgeWorker(outfile: string): Promise<void> {
  const options = { customerId: "acme", secrets: [SECRET], failOpen: false, config: buildConfig() };
  await build({
    stdin: {
      contents: `import { createEdgeWorker } from "./connectors/src/adapters/akamai/index.ts";
export const { onClientRequest, onClientResponse } = createEdgeWorker(${JSON.stringify(options)});`,
      resolveDir: projectPath(),
    },
    bundle: true,
    format: "esm",
    target: "es2022",
    minify: true,
    outfile,
    logLevel: "silent",
  });
}

/** A request and what has to come of it: status and number of cookies. */
export type EdgeRequest = {
  readonly url: string;
  readonly cookie: string;
  readonly outcome: string;
};

/** What visitors send: no session, a good token, a session, a page without a rule. */
export function edgeRequests(): readonly EdgeRequest[] {
  const now = Math.floor(Date.now() / 1000);
  const token = mintQueueToken(
    {
      eventId: "sale",
      queueId: QUEUE_ID,
      expiresUnixSeconds: now + 3600,
      extendableCookie: true,
      redirectType: "queue",
    },
    SECRET,
    hmacSha256Hex,
  );
  const session = sealSessionCookie(
    {
      eventId: "sale",
      queueId: QUEUE_ID,
      fixedValidityMinutes: null,
      redirectType: "queue",
      issuedUnixSeconds: now - 60,
      hashedIp: "",
    },
    SECRET,
  );
  const cookie = `${sessionCookieName("sale")}=${encodeURIComponent(session)}`;
  return [
    { url: "/tickets?a=1", cookie: "", outcome: "302 0" },
    { url: `/tickets?a=1&queueittoken=${token}`, cookie: "", outcome: "302 0" },
    { url: "/tickets?a=1", cookie, outcome: "200 1" },
    { url: "/about", cookie, outcome: "200 0" },
  ];
}
