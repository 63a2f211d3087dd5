import { generateKeyPairSync, sign } from "node:crypto";
import type { RequestListener } from "node:http";
import { acceptPush, createFetchConnector } from "@/connectors/src/adapters/fetch";
import { createMemoryReplayStore, createNodeConnector } from "@/connectors/src/adapters/node";
import {
  mintQueueToken,
  sealSessionCookie,
  sessionCookieName,
  signedTextOfPass,
  writePass,
} from "@/connectors/src/core";
import { listConfigKeys } from "@/lib/services/sites/publication/list-config-keys";
import { publish } from "@/lib/services/sites/publication/publish";
import { configOf, queueRule, urlPart } from "@/tools/shared/integration-config";
import { spellingsOf } from "../../fuzz/spellings";
import { serve } from "../../shared/serve";
import { until } from "../../shared/time";
import { attacksOn, type Target, tryEach } from "../attack";
import { startCache } from "../caching-proxy";
import { EVENT_ID } from "../people";
import { askAt, HOST, honestSite, INSIDE, openShop, openSite } from "../protected-site";

const SPELLINGS = [
  ...["/%74ickets", "/%2ftickets", "//tickets", "/./tickets", "/free/..%2ftickets"],
  ...["/free/..;/tickets", "/tickets/", "/tickets;a=b", "/%5Ctickets", "/%2574ickets"],
];
const HOSTS = [`${HOST}:443`, `${HOST}.`, "SHOP.example"];
const ROOM = /^https?:\/\/[^?]+\?c=/;

const CHUNK = new Uint8Array(65_536).fill(0x61);
const ENDLESS_BYTES = 64 * 1_048_576;
/** What the bound is, and what the stream may hold. */
const READ_BYTES = 4 * 1_048_576;

const INVITATIONS = [
  ["Cache-Control", "public, max-age=600"],
  ["Cache-Control", "s-maxage=600"],
  ["X-Accel-Expires", "600"],
  ["Expires", "Fri, 01 Jan 2100 00:00:00 GMT"],
] as const;

const invite: RequestListener = ({ url = "" }, response) => {
  const asked = Number(new URL(url, "http://site").searchParams.get("n"));
  const [name, value] = INVITATIONS[asked] ?? [];
  if (name !== undefined) response.setHeader(name, value ?? "");
  response.end(INSIDE);
};

const nowSeconds = () => Math.floor(Date.now() / 1_000);
const letIn = () => ({ eventId: EVENT_ID, queueId: crypto.randomUUID(), redirectType: "queue" });

/** A site that takes passes, each once; answers a pass, and what tells whether a spelling of one begins a session. */
async function openForPasses(target: Target) {
  const { privateKey, publicKey } = generateKeyPairSync("ed25519");
  const keyId = "0000000a";
  const TriggerParts = [urlPart("Contains", "PagePath", "/tickets")];
  const Triggers = [{ LogicalOperator: "And" as const, TriggerParts }];
  const Passes = {
    Keys: [{ KeyId: keyId, PublicKey: publicKey.export({ format: "jwk" }).x }],
    Events: [{ EventId: EVENT_ID, Run: 1, AllowsToken: false }],
  };
  const connector = createNodeConnector({
    ...{ customerId: "acme", secrets: ["secret"], failOpen: false },
    replay: createMemoryReplayStore(),
    config: { ...configOf([queueRule({ Name: "Tickets", EventId: EVENT_ID, Triggers })]), Passes },
  });
  const wrapped = connector.wrap((_request, response) => response.end(INSIDE));
  const { port } = target.closing(await serve(wrapped));
  target.closing(connector);
  const expiresUnixSeconds = Date.now() / 1_000 + 90;
  const unsigned = writePass({ keyId, ...letIn(), run: 1, expiresUnixSeconds });
  const signature = sign(null, Buffer.from(signedTextOfPass("acme", unsigned)), privateKey);
  const begins = async (spelled: string) => {
    const path = `/tickets?stanchionpass=${encodeURIComponent(spelled)}`;
    const { headers } = await askAt(port, path);
    return headers["set-cookie"]?.some((cookie) => /QueueId/.test(cookie)) === true;
  };
  return { pass: `${unsigned}~${signature.toString("base64url")}`, begins };
}

export const SITE_ATTACKS = attacksOn(honestSite, {
  "S4-other-spelling: Ask for a protected page in spellings that its rule does not name": async (
    target,
  ) => {
    const site = await openSite(target);
    if ((await site.ask("/tickets")).status !== 302) throw new Error("The page is not held.");
    const ways = [
      ...SPELLINGS.map((path) => ({ path, host: HOST })),
      ...HOSTS.map((host) => ({ path: "/tickets", host })),
    ];
    return tryEach(ways, async ({ path, host }) => (await site.ask(path, { host })).status === 200);
  },
  "S17-old-rules: Give a new process rules that are genuine and out of date": async (target) => {
    const { context, options } = await openSite(target);
    const { port, host } = new URL(target.waitingRoomUrl);
    const path = new URL(options.configUrl).pathname;
    const headers = { "api-key": options.apiKey, host };
    let old = await askAt(Number(port), path, { headers });
    // Another process of the waiting room hears of the key a moment later.
    const isServed = async () => {
      old = await askAt(Number(port), path, { headers });
      return old.status !== 401;
    };
    await until("the key is known", isServed);
    const signature = old.headers["x-stanchion-config-signature"];
    if (signature === undefined) throw new Error("The rules came without a signature.");
    await publish(context);
    const forger = await serve((_request, response) => {
      response.setHeader("x-stanchion-config-signature", signature);
      response.end(old.body);
    });
    target.closing(forger);
    const keys = await listConfigKeys(context);
    const connector = createNodeConnector({
      ...options,
      connect: { host: "127.0.0.1", port: forger.port },
      configPublicKeys: keys.map(({ publicKey }) => publicKey),
      minConfigVersion: 2,
    });
    target.closing(connector);
    await connector.ready();
    const version = connector.configVersion();
    const seen = version === null ? "The old rules were refused." : `It obeys version ${version}.`;
    return { succeeded: version !== null, seen };
  },
  "S18-session-in-the-open: Get at the session of an https page by a script, another site or plain http":
    async (target) => {
      const site = await openSite(target);
      const given = { expiresUnixSeconds: nowSeconds() + 60, extendableCookie: true };
      const token = mintQueueToken({ ...letIn(), ...given }, site.secret);
      const https = { "x-forwarded-proto": "https" };
      const answer = await site.ask(`/tickets?queueittoken=${token}`, https);
      const [cookie = ""] = answer.headers["set-cookie"] ?? [];
      if (!cookie.startsWith("QueueITAccepted")) throw new Error("The site began no session.");
      const kept = ["Secure", "HttpOnly", "SameSite=Lax"];
      return tryEach(kept, async (name) => !cookie.includes(`; ${name}`));
    },
  "S21-push-without-end: PUT rules to the site that never end": async (target) => {
    const { customerId, secrets } = (await openShop(target)).options;
    const trusted = { customerId, secrets, failOpen: false, push: acceptPush() };
    const connector = createFetchConnector(trusted);
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
    await connector.handle(pushed, () => new Response(INSIDE));
    const seen = `${Math.round(readBytes / 1_048_576)} MiB of a push without end were read.`;
    return { succeeded: readBytes > READ_BYTES, seen };
  },
  "K19-spelled-pass: Use a pass for one use again, in another spelling": async (target) => {
    const { pass, begins } = await openForPasses(target);
    if (!(await begins(pass))) throw new Error("A pass does not let its visitor in.");
    return tryEach([pass, ...spellingsOf(pass)], begins);
  },
  "K20-session-from-cache: Take somebody's session out of a shared cache": async (target) => {
    const site = await openSite(target, { conditions: [["PagePath", "/tickets"]], answer: invite });
    const cache = target.closing(await startCache(site.port, HOST));
    const given = { issuedUnixSeconds: nowSeconds() - 60, fixedValidityMinutes: null };
    const session = sealSessionCookie({ ...letIn(), ...given, hashedIp: "" }, site.secret);
    const cookie = `${sessionCookieName(EVENT_ID)}=${encodeURIComponent(session)}`;
    const free = [await askAt(cache.port, "/free?n=0"), await askAt(cache.port, "/free?n=0")];
    if (!free.every(({ headers }) => headers["x-cache"])) throw new Error("There is no cache.");
    if (free[1]?.headers["x-cache"] !== "HIT") throw new Error("The cache keeps nothing.");
    return tryEach([...INVITATIONS.keys()], async (n) => {
      const path = `/tickets?n=${n}`;
      const victim = await askAt(cache.port, path, { headers: { cookie } });
      if (victim.headers["set-cookie"] === undefined) throw new Error("Nobody has a session.");
      const got = await askAt(cache.port, path);
      return got.body === INSIDE || !ROOM.test(got.headers.location ?? "");
    });
  },
});
