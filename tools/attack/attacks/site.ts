import { acceptPush, createFetchConnector } from "@/connectors/src/adapters/fetch";
import { createNodeConnector } from "@/connectors/src/adapters/node";
import { mintQueueToken } from "@/connectors/src/core";
import { listConfigKeys } from "@/lib/services/sites/publication/list-config-keys";
import { publish } from "@/lib/services/sites/publication/publish";
import { serve } from "../../shared/serve";
import { sleep } from "../../shared/time";
import { type AttackResult, attacksOn, type Target } from "../attack";
import {
  askAt,
  EVENT_ID,
  HOST,
  openOwnShop,
  openProtectedSite,
  tryEach,
  withSite,
} from "../protected-site";

/** The attacked page, as one server or another takes it. */
const SPELLINGS = [
  "/%74ickets",
  "/%2ftickets",
  "//tickets",
  "/./tickets",
  "/free/..%2ftickets",
  "/free/..;/tickets",
  "/tickets/",
  "/tickets;a=b",
  "/%5Ctickets",
  "/%2574ickets",
] as const;
const HOSTS = [`${HOST}:443`, `${HOST}.`, "SHOP.example"] as const;

/** The site shows a page that no rule names, and holds visitors of the one that is protected. */
export async function honestSite(target: Target): Promise<void> {
  await withSite(target, {}, async (site) => {
    const [free, held] = [await site.ask("/free"), await site.ask("/tickets")];
    if (free.status === 200 && held.status === 302) return { succeeded: true, seen: "" };
    throw new Error(`The site answered ${free.status} and ${held.status}.`);
  });
}

function spellPages(target: Target): Promise<AttackResult> {
  return withSite(target, {}, async (site) => {
    if ((await site.ask("/tickets")).status !== 302) throw new Error("The page is not held.");
    const ways = [
      ...SPELLINGS.map((path) => ({ path, host: HOST })),
      ...HOSTS.map((host) => ({ path: "/tickets", host })),
    ];
    return tryEach(ways, async ({ path, host }) => (await site.ask(path, { host })).status === 200);
  });
}

function stealSession(target: Target): Promise<AttackResult> {
  return withSite(target, {}, async (site, secret) => {
    const token = mintQueueToken(
      {
        ...{ eventId: EVENT_ID, queueId: crypto.randomUUID(), redirectType: "queue" },
        ...{ expiresUnixSeconds: Date.now() / 1_000 + 60, extendableCookie: true },
      },
      secret,
    );
    const https = { "x-forwarded-proto": "https" };
    const answer = await site.ask(`/tickets?queueittoken=${token}`, https);
    const [cookie = ""] = answer.headers["set-cookie"] ?? [];
    if (!cookie.startsWith("QueueITAccepted")) throw new Error("The site began no session.");
    const missing = ["Secure", "HttpOnly", "SameSite=Lax"].filter(
      (name) => !cookie.includes(`; ${name}`),
    );
    const seen = `The session lacks ${missing.join(", ") || "nothing"}.`;
    return { succeeded: missing.length > 0, seen };
  });
}

const CHUNK = new Uint8Array(65_536).fill(0x61);
const ENDLESS_BYTES = 64 * 1_048_576;
/** What the bound is, and what the stream may hold. */
const READ_BYTES = 4 * 1_048_576;

async function pushWithoutEnd(target: Target): Promise<AttackResult> {
  const { options } = await openOwnShop(target);
  const { customerId, secrets } = options;
  const connector = createFetchConnector({
    customerId,
    secrets,
    failOpen: false,
    push: acceptPush(),
  });
  let readBytes = 0;
  const body = new ReadableStream<Uint8Array>({
    pull: (controller) => {
      readBytes += CHUNK.length;
      if (readBytes > ENDLESS_BYTES) controller.close();
      else controller.enqueue(CHUNK);
    },
  });
  const init = { method: "PUT", body, duplex: "half" } as const;
  const pushed = new Request(`https://${HOST}/?__push_queueit_config`, init);
  await connector.handle(pushed, () => new Response("inside"));
  const seen = `${Math.round(readBytes / 1_048_576)} MiB of a push without end were read.`;
  return { succeeded: readBytes > READ_BYTES, seen };
}

async function replayOldRules(target: Target): Promise<AttackResult> {
  const { context, options } = await openOwnShop(target);
  const site = await openProtectedSite(options);
  await site.close();
  const { host, port } = new URL(target.waitingRoomUrl);
  const path = `/status/integrationconfig/secure/${context.customer.wireId}`;
  const headers = { "api-key": options.apiKey ?? "", host };
  let old = await askAt(Number(port), path, { headers });
  // Another process of the waiting room hears of the key a moment later.
  for (let tries = 0; old.status === 401 && tries < 50; tries += 1) {
    await sleep(100);
    old = await askAt(Number(port), path, { headers });
  }
  const signature = old.headers["x-stanchion-config-signature"];
  if (signature === undefined) throw new Error("The rules came without a signature.");
  await publish(context);
  const forger = await serve((_request, response) => {
    response.setHeader("x-stanchion-config-signature", signature);
    response.end(old.body);
  });
  const keys = await listConfigKeys(context);
  const connector = createNodeConnector({
    ...options,
    connect: { host: "127.0.0.1", port: forger.port },
    configPublicKeys: keys.map(({ publicKey }) => publicKey),
    minConfigVersion: 2,
  });
  try {
    await connector.ready();
    const version = connector.configVersion();
    const seen = version === null ? "The old rules were refused." : `It obeys version ${version}.`;
    return { succeeded: version !== null, seen };
  } finally {
    await connector.close();
    await forger.close();
  }
}

/** What a connector lets through on the site that it protects. */
export const SITE_ATTACKS = attacksOn(honestSite, {
  "S4-other-spelling": [
    "Ask for a protected page in spellings that its rule does not name",
    spellPages,
  ],
  "S17-old-rules": ["Give a new process rules that are genuine and out of date", replayOldRules],
  "S18-session-in-the-open": [
    "Get at the session of an https page by a script, another site or plain http",
    stealSession,
  ],
  "S21-push-without-end": ["PUT rules to the site that never end", pushWithoutEnd],
});
