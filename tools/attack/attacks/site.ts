import { createServer, request } from "node:http";
import { acceptPush, createFetchConnector } from "@/connectors/src/adapters/fetch";
import { createNodeConnector } from "@/connectors/src/adapters/node";
import { mintQueueToken } from "@/connectors/src/core";
import { listConfigKeys } from "@/lib/services/publication/list-config-keys";
import { publish } from "@/lib/services/publication/publish";
import type { Attack, AttackResult, Target } from "../attack";
import { EVENT_ID, HOST, listen, openOwnShop, openProtectedSite } from "../protected-site";

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
  const { options } = await openOwnShop(target);
  const site = await openProtectedSite(options);
  try {
    const [free, held] = [await site.ask("/free"), await site.ask("/tickets")];
    if (free.statusCode === 200 && held.statusCode === 302) return;
    throw new Error(`The site answered ${free.statusCode} and ${held.statusCode}.`);
  } finally {
    await site.close();
  }
}

async function spellPages(target: Target): Promise<AttackResult> {
  const { options } = await openOwnShop(target);
  const site = await openProtectedSite(options);
  try {
    if ((await site.ask("/tickets")).statusCode !== 302) throw new Error("The page is not held.");
    const passed: string[] = [];
    for (const path of SPELLINGS) {
      if ((await site.ask(path)).statusCode === 200) passed.push(path);
    }
    for (const host of HOSTS) {
      if ((await site.ask("/tickets", { host })).statusCode === 200) passed.push(host);
    }
    const seen =
      passed.length > 0 ? `Let through: ${passed.join(", ")}.` : "Every spelling was held.";
    return { succeeded: passed.length > 0, seen };
  } finally {
    await site.close();
  }
}

async function stealSession(target: Target): Promise<AttackResult> {
  const { options } = await openOwnShop(target);
  const site = await openProtectedSite(options);
  try {
    const token = mintQueueToken(
      {
        eventId: EVENT_ID,
        queueId: crypto.randomUUID(),
        expiresUnixSeconds: Date.now() / 1_000 + 60,
        extendableCookie: true,
        redirectType: "queue",
      },
      options.secrets[0],
    );
    const https = { "x-forwarded-proto": "https" };
    const answer = await site.ask(`/tickets?queueittoken=${token}`, https);
    const [cookie = ""] = answer.headers["set-cookie"] ?? [];
    if (!cookie.startsWith("QueueITAccepted")) throw new Error("The site began no session.");
    const missing = ["Secure", "HttpOnly", "SameSite=Lax"].filter(
      (name) => !cookie.includes(`; ${name}`),
    );
    const seen =
      missing.length > 0 ? `The session has no ${missing.join(", ")}.` : "It has all three.";
    return { succeeded: missing.length > 0, seen };
  } finally {
    await site.close();
  }
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
  const headers = { "api-key": options.apiKey ?? "", host: new URL(target.waitingRoomUrl).host };
  const { port } = new URL(target.waitingRoomUrl);
  const path = `/status/integrationconfig/secure/${context.customer.wireId}`;
  const old = await fetchRules(Number(port), path, headers);
  await publish(context);
  const forger = createServer((_request, response) => {
    response.setHeader("x-stanchion-config-signature", old.signature);
    response.end(old.text);
  });
  const forgerPort = await listen(forger);
  const keys = await listConfigKeys(context);
  const connector = createNodeConnector({
    ...options,
    connect: { host: "127.0.0.1", port: forgerPort },
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
    forger.close();
  }
}

function fetchRules(
  port: number,
  path: string,
  headers: Readonly<Record<string, string>>,
): Promise<{ readonly text: string; readonly signature: string }> {
  return new Promise((resolve, reject) => {
    const sent = request({ host: "127.0.0.1", port, path, headers, agent: false }, (response) => {
      let text = "";
      response.on("data", (chunk: Buffer) => (text += chunk.toString("utf8")));
      response.on("end", () => {
        const signature = String(response.headers["x-stanchion-config-signature"] ?? "");
        if (signature === "") reject(new Error("The rules came without a signature."));
        else resolve({ text, signature });
      });
    });
    sent.on("error", reject).end();
  });
}

/** What a connector lets through on the site that it protects. */
export const SITE_ATTACKS: readonly Attack[] = [
  {
    id: "S4-other-spelling",
    title: "Ask for a protected page in spellings that its rule does not name",
    honest: honestSite,
    run: spellPages,
  },
  {
    id: "S17-old-rules",
    title: "Give a new process rules that are genuine and out of date",
    honest: honestSite,
    run: replayOldRules,
  },
  {
    id: "S18-session-in-the-open",
    title: "Get at the session of an https page by a script, another site or plain http",
    honest: honestSite,
    run: stealSession,
  },
  {
    id: "S21-push-without-end",
    title: "PUT rules to the site that never end",
    honest: honestSite,
    run: pushWithoutEnd,
  },
];
