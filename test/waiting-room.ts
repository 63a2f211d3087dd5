import { createHash, randomBytes } from "node:crypto";
import { type IncomingHttpHeaders, request } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll } from "vitest";
import type { VendorOrigins } from "@/lib/domain/challenge/captcha-vendors";
import type { EventSettings } from "@/lib/domain/event/settings";
import {
  type PublishedCustomer,
  readPublishedCustomer,
  writePublishedCustomer,
} from "@/lib/line/commands/published";
import { NO_THEMES } from "@/lib/line/commands/published-themes";
import { publishedKey } from "@/lib/line/keys";
import { connectRedis, waitForRedis } from "@/lib/line/redis";
import { type MasterKey, parseMasterKey, seal } from "@/lib/secrets/seal";
import { createServerContext } from "@/waiting-room/create-server-context";
import { createRoomServer } from "@/waiting-room/http/listen";
import { mendingPage } from "@/waiting-room/pages/mending-page";
import { createListener } from "@/waiting-room/routes/router";
import { openTestEvent, passTime } from "./line";
import { testRedisUrl } from "./redis";

const PUBLISHED: PublishedCustomer = {
  secrets: [],
  apiKeys: [
    {
      id: "key_1",
      hash: createHash("sha256").update("stn_key").digest("hex"),
      scopes: ["pull", "report", "manage"],
      expiresAtMs: null,
    },
  ],
  revokedStaffLinks: ["stf_revoked"],
  config: '{"Version":3,"Integrations":[]}',
  configVersion: 3,
  alwaysWaitRules: [],
  browserRules: true,
  configSignature: { keyId: "0a1b2c3d", signature: "c2lnbmF0dXJl" },
  configKeys: [{ keyId: "0a1b2c3d", publicKey: "cHVibGlj", sinceMs: 1_767_225_600_000 }],
  themes: NO_THEMES,
};

const PLAIN = { trustedProxies: 0, origins: ["http://room.test", "http://shop.test"] };

/**
 * A waiting room of its own for one test file, with a customer that no other test uses. Behind
 * proxies `x-forwarded-for` names the visitor's address.
 */
export function startTestRoom(
  master: MasterKey = parseMasterKey(randomBytes(32).toString("base64url")),
  front: {
    readonly trustedProxies?: number;
    readonly basePath?: string;
    readonly clientScript?: Buffer;
    readonly captchaOrigins?: VendorOrigins;
    /** Of what the room logs, what the test brings about. */
    readonly isExpected?: (error: unknown) => boolean;
    readonly customScript?: Buffer;
    readonly domain?: string;
    readonly masters?: readonly [MasterKey, ...MasterKey[]];
  } = {},
) {
  const secret = "a".repeat(72);
  const customerId = `co${randomBytes(4).toString("hex")}`;
  const redis = connectRedis(testRedisUrl());
  const failures = unexpectedFailures(front.isExpected);
  const context = createServerContext({
    redis,
    masters: [master],
    clientScript: Buffer.from("0"),
    connectorScript: Buffer.from("1"),
    ...PLAIN,
    ...front,
    log: failures.log,
  });
  const server = createRoomServer(createListener(context), { mend: mendingPage });
  let port = 0;

  const secrets = [activeSecret(master, customerId, secret)];

  /** Replaces what is known of the customer; done when the room knows, which takes up to a second. */
  async function publish(changes: Partial<PublishedCustomer>): Promise<void> {
    await writePublishedCustomer(redis, customerId, { ...PUBLISHED, secrets, ...changes });
    const { version = 0 } = (await readPublishedCustomer(redis, customerId)) ?? {};
    while (((await context.customers.find(customerId))?.version ?? 0) < version)
      await passRealTime();
  }
  beforeAll(async () => {
    await waitForRedis(redis, 5_000);
    await publish({});
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    port = (server.address() as AddressInfo).port;
  });
  afterAll(async () => {
    failures.ignore();
    server.closeAllConnections();
    server.close();
    await redis.del(publishedKey(customerId));
    await redis.quit();
  });

  const call = callOn(() => port);
  const id = () => randomBytes(16).toString("base64url");

  async function open(overrides: Partial<EventSettings> = {}) {
    const settings = await openTestEvent(redis, { customerId, ...overrides });
    const base = `/line/${customerId}/${settings.eventId}`;
    return { settings, base, page: `/?c=${customerId}&e=${settings.eventId}` };
  }

  async function joinAndWait(opened: Awaited<ReturnType<typeof open>>) {
    const reply = await call("POST", `${opened.base}/join`, { form: { joinId: id() } });
    return { reply, cookie: cookieOf(reply) };
  }

  async function turnComes(opened: Awaited<ReturnType<typeof open>>, cookie: string) {
    await call("POST", `${opened.base}/near`, { headers: { cookie } });
    const line = await context.lines.find(opened.settings);
    for (let step = 0; step < 4; step += 1) {
      await passTime(redis, opened.settings, 500);
      await line?.refresh();
    }
  }
  return {
    call,
    context,
    cookieOf,
    customerId,
    id,
    joinAndWait,
    master,
    open,
    /** Where it listens, once it does. */
    port: () => port,
    publish,
    redis,
    secret,
    turnComes,
  };
}

function activeSecret(master: MasterKey, customerId: string, secret: string) {
  const sealed = seal(master, `secret:${customerId}`, secret);
  return { id: "sec_1", sealed, eventId: null, isActive: true };
}

/** What a test did not expect must not pass unseen; what is still being read when Redis goes away fails for nobody. */
function unexpectedFailures(isExpected: (error: unknown) => boolean = () => false) {
  let isOver = false;
  return {
    log: (error: unknown) => {
      if (!isOver && !isExpected(error)) throw error;
    },
    ignore: () => {
      isOver = true;
    },
  };
}

function passRealTime(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, 50));
}

const PROGRAM = { accept: "application/json" };
const NAVIGATION = {
  accept: "text/html,application/xhtml+xml,*/*;q=0.8",
  "sec-fetch-mode": "navigate",
  "sec-fetch-dest": "document",
};

let browsers = 0;

/** Who asks for the page is somebody new, unless a test says who: without a cookie people are told apart by this. */
function navigation() {
  browsers += 1;
  return { ...NAVIGATION, "user-agent": `Browser ${browsers}` };
}

export type Reply = { status: number; headers: IncomingHttpHeaders; body: string };

/** Sends requests to what listens there. */
export function callOn(port: () => number) {
  return function call(
    method: string,
    path: string,
    options: {
      headers?: Record<string, string>;
      form?: Record<string, string>;
      body?: string;
      /** Headers of a browser's navigation that are left out. */
      without?: readonly string[];
    } = {},
  ): Promise<Reply> {
    const body = options.body ?? (options.form ? new URLSearchParams(options.form).toString() : "");
    return new Promise((resolve, reject) => {
      const headers = {
        host: "room.test",
        ...(method === "GET" && path.startsWith("/?") ? navigation() : PROGRAM),
        ...(method === "POST" ? { "content-type": "application/x-www-form-urlencoded" } : {}),
        "content-length": String(Buffer.byteLength(body)),
        ...options.headers,
      };
      for (const name of options.without ?? []) Reflect.deleteProperty(headers, name);
      const sent = request(
        { port: port(), host: "127.0.0.1", method, path, headers },
        (response) => {
          const chunks: Buffer[] = [];
          response.on("data", (chunk: Buffer) => chunks.push(chunk));
          response.on("end", () =>
            resolve({
              status: response.statusCode ?? 0,
              headers: response.headers,
              body: Buffer.concat(chunks).toString("utf8"),
            }),
          );
        },
      );
      sent.on("error", reject);
      sent.end(body);
    });
  };
}

/** The cookies that a reply sets, as a browser sends them back. */
function cookieOf(reply: Reply): string {
  return (reply.headers["set-cookie"] ?? []).map((text) => text.split(";")[0] ?? "").join("; ");
}
