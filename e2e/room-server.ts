import { createHash, randomBytes } from "node:crypto";
import { createServer, type RequestListener, request, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { build } from "esbuild";
import type { VendorOrigins } from "@/lib/domain/challenge/captcha-vendors";
import { CAPTCHA_PROVIDERS, type ChallengeSetting } from "@/lib/domain/challenge/challenge-setting";
import type { EventSettings } from "@/lib/domain/event/settings";
import { buildIntegrationConfig } from "@/lib/domain/integration-config/build";
import { configText } from "@/lib/domain/integration-config/config-text";
import { ruleSchema } from "@/lib/domain/integration-config/rule-schema";
import { UNPROTECTED } from "@/lib/domain/protection/protection";
import {
  type PublishedCustomer,
  publishEvent,
  writePublishedCustomer,
} from "@/lib/line/commands/published";
import { NO_THEMES } from "@/lib/line/commands/published-themes";
import { reportStock } from "@/lib/line/commands/stock";
import { publishedKey } from "@/lib/line/keys";
import { connectRedis, waitForRedis } from "@/lib/line/redis";
import type { Redis } from "@/lib/line/redis-client";
import { captchaSealContext } from "@/lib/secrets/captcha-seal";
import { parseMasterKey, seal } from "@/lib/secrets/seal";
import { openTestEvent } from "@/test/line";
import { queueRule } from "@/test/rules";
import { createServerContext } from "@/waiting-room/create-server-context";
import { createRoomServer } from "@/waiting-room/http/listen";
import { createListener } from "@/waiting-room/routes/router";

/** Where the vendors of CAPTCHAs are, and the secret that they know. */
export type RoomCaptchas = { readonly origins: VendorOrigins; readonly secret: string };

const SECRET = "a".repeat(72);
const API_KEY = "stn_browser-tests";

/** A waiting room of a spec's own over the stack's Redis, and a shop. Vendors of CAPTCHAs are at `captchas`. */
export async function openRoom(captchas: RoomCaptchas | null = null) {
  const redis = connectRedis(process.env["REDIS_URL"] ?? "redis://127.0.0.1:6379");
  await waitForRedis(redis, 5_000);
  const master = parseMasterKey(randomBytes(32).toString("base64url"));
  const customerId = `co${randomBytes(4).toString("hex")}`;
  const sealed = seal(master, `secret:${customerId}`, SECRET);
  await writePublishedCustomer(redis, customerId, {
    ...publishedWith(sealed, null),
    captchaKeys: CAPTCHA_PROVIDERS.map((provider) => ({
      provider,
      siteKey: "the-site-key",
      sealed: seal(master, captchaSealContext(customerId), captchas?.secret ?? ""),
    })),
  });
  const shop = createServer((_request, response) => {
    response.setHeader("content-type", "text/html; charset=utf-8");
    response.end("<!doctype html><title>Shop</title><h1>The shop</h1>");
  });
  const shopUrl = `http://shop.localhost:${await listen(shop)}/tickets`;
  const origins: string[] = [];
  const context = createServerContext({
    redis,
    masters: [master],
    clientScript: await script("main", "iife"),
    laterScript: await script("later", "esm"),
    extrasScript: await script("extras", "esm"),
    challengeScript: await script("challenge/challenge", "esm"),
    captchaScript: await script("captcha/captcha", "esm"),
    widgetScript: await script("captcha/widget", "iife"),
    captchaOrigins: captchas?.origins ?? {},
    keyScript: await script("key", "esm"),
    moveScript: await script("move", "iife"),
    trustedProxies: 0,
    origins,
    log: rethrow,
  });
  context.lines.start();
  const server = createRoomServer(createListener(context));
  const origin = `http://room.localhost:${await listen(server)}`;
  const cookieless = createServer(withoutCookies(new URL(origin).port));
  const cookielessOrigin = `http://room.localhost:${await listen(cookieless)}`;
  origins.push(origin, cookielessOrigin);

  return {
    origin,
    /** What an event changes that asks for the key of the browser. */
    asking: { protection: { ...UNPROTECTED, possession: { isAsked: true } } },
    /** An event in whose line nobody goes in before `resume`. */
    async hold(overrides: Partial<EventSettings> = {}) {
      const own = { customerId, targetUrl: shopUrl, paused: true, ...overrides };
      const settings = await openTestEvent(redis, own);
      return heldEvent({ redis, settings, sealed, origin, cookielessOrigin });
    },
    /** Nothing is held back but by this challenge. */
    protectionWith: (challenge: ChallengeSetting) => ({ ...UNPROTECTED, challenge }),
    async close() {
      context.leavers.stop();
      await context.lines.stop();
      for (const one of [server, shop, cookieless]) {
        one.closeAllConnections();
        one.close();
      }
      await redis.del(publishedKey(customerId));
      await redis.quit();
    },
  };
}

type Opened = {
  readonly redis: Redis;
  readonly settings: EventSettings;
  readonly sealed: string;
  readonly origin: string;
  readonly cookielessOrigin: string;
};

/** Which paths are protected, what their rules say besides, and whether the script in pages may read them. */
type Protection = {
  readonly paths?: readonly string[];
  readonly action?: object;
  readonly browserRules?: boolean;
};

function heldEvent({ redis, settings, sealed, origin, cookielessOrigin }: Opened) {
  const { customerId, eventId, targetUrl } = settings;
  const query = new URLSearchParams({ c: customerId, e: eventId, t: targetUrl });
  return {
    settings,
    page: `${origin}/?${query}`,
    /** The same for a browser that keeps no cookie: none comes in, and none goes out. */
    cookielessPage: `${cookielessOrigin}/?${query}`,
    change: (version: number, changes: Partial<EventSettings>) =>
      publishEvent(redis, { ...settings, ...changes, version }, null),
    resume: () => publishEvent(redis, { ...settings, version: 2, paused: false }, null),
    /** So many units are not sold. */
    setStock: (units: number) => reportStock(redis, settings, { kind: "units", units, sales: [] }),
    /** Sends visitors of these paths to this line; answers what a site's connector needs. */
    async protect({ paths = ["/tickets"], action = {}, browserRules = false }: Protection = {}) {
      const rules = paths.map((path) => {
        const rule = queueRule(path, path, eventId);
        return ruleSchema.parse({ ...rule, action: { ...rule.action, ...action } });
      });
      const config = buildIntegrationConfig({
        customer: { customerId, name: "Test" },
        rules,
        events: [settings],
        version: 1,
        publishDate: new Date(),
        queueDomain: new URL(origin).host,
      });
      const published = { ...publishedWith(sealed, configText(config)), browserRules };
      await writePublishedCustomer(redis, customerId, published);
      return {
        customerId,
        secrets: [SECRET],
        apiKey: API_KEY,
        configUrl: `${origin}/status/integrationconfig/secure/${customerId}`,
        connect: { host: "127.0.0.1", port: Number(new URL(origin).port) },
        pullIntervalSeconds: 1,
        failOpen: false,
        waitingRoomOrigin: origin,
      } as const;
    },
    /** How many numbers were handed out, and how many visitors let in. */
    async counts() {
      const line = `wr:{${customerId}:${eventId}}:line`;
      const [numbers, admitted] = (await redis.hmget(line, "last", "admitted")).map(Number);
      return { numbers, admitted };
    },
  };
}

function publishedWith(sealed: string, config: string | null): PublishedCustomer {
  return {
    secrets: [{ id: "sec_1", sealed, eventId: null, isActive: true }],
    apiKeys: [{ id: "key_1", hash: sha256(API_KEY), scopes: ["pull"], expiresAtMs: null }],
    revokedStaffLinks: [],
    config,
    configVersion: config === null ? 0 : 1,
    alwaysWaitRules: [],
    browserRules: false,
    configSignature: null,
    configKeys: [],
    themes: NO_THEMES,
  };
}

/** What a spec did not expect must not pass unseen. */
function rethrow(error: unknown): never {
  throw error;
}

function sha256(text: string): string {
  return createHash("sha256").update(text).digest("hex");
}

/** A proxy that drops cookies both ways, as some browsers inside apps do. */
function withoutCookies(port: string): RequestListener {
  return (incoming, outgoing) => {
    const { cookie: _dropped, ...headers } = incoming.headers;
    const { method, url } = incoming;
    const sent = request({ host: "127.0.0.1", port, method, path: url, headers }, (reply) => {
      const { "set-cookie": _set, ...kept } = reply.headers;
      outgoing.writeHead(reply.statusCode ?? 500, kept);
      reply.pipe(outgoing);
    });
    sent.on("error", () => outgoing.destroy());
    incoming.pipe(sent);
  };
}

async function listen(server: Server): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return (server.address() as AddressInfo).port;
}

type Script =
  | ("main" | "later" | "extras" | "key" | "move")
  | ("challenge/challenge" | "captcha/captcha" | "captcha/widget");

const scripts = new Map<Script, Promise<Buffer>>();

/** The script as it is built for all rooms of this process. */
function script(name: Script, format: "iife" | "esm"): Promise<Buffer> {
  const built = scripts.get(name) ?? buildScript(name, format);
  scripts.set(name, built);
  return built;
}

async function buildScript(name: Script, format: "iife" | "esm"): Promise<Buffer> {
  const { outputFiles } = await build({
    entryPoints: [`waiting-room/client/${name}.ts`],
    bundle: true,
    minify: true,
    format,
    target: "es2020",
    write: false,
  });
  return Buffer.from(outputFiles.map(({ text }) => text).join(""));
}
