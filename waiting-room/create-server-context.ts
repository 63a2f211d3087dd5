import { createHash } from "node:crypto";
import { Resolver } from "node:dns/promises";
import type { VendorOrigins } from "@/lib/domain/challenge/captcha-vendors";
import { type Health, healthOf } from "@/lib/health/health";
import { newNodeId } from "@/lib/line/node-id";
import type { Redis } from "@/lib/line/redis-client";
import { createDrawSigners } from "@/lib/secrets/draw-signer";
import type { MasterKey } from "@/lib/secrets/seal";
import { EventLines } from "@/waiting-room/line/event-lines";
import { createPlaceSealer } from "@/waiting-room/place/place";
import { createLottery } from "@/waiting-room/visit/admission/lottery";
import { createRandomDraw } from "@/waiting-room/visit/admission/random-check-in";
import { createAskVendor } from "@/waiting-room/visit/gate/captcha/ask-vendor";
import { CaptchaChecks } from "@/waiting-room/visit/gate/captcha/captcha-checks";
import { createCaptchaKeyRing } from "@/waiting-room/visit/gate/captcha/captcha-keys";
import { createOffers } from "@/waiting-room/visit/gate/challenge/offers";
import { createPassedCookies } from "@/waiting-room/visit/gate/challenge/passed-cookie";
import { CustomerSums } from "@/waiting-room/visit/gate/limits/customer-sums";
import { createCrawlers, type NameResolver } from "@/waiting-room/visit/gate/rules/crawlers";
import { createJoinsSeen } from "@/waiting-room/visit/gate/rules/joins-seen";
import { AddressListMemory } from "@/waiting-room/visit/memory/address-lists";
import { CustomerMemory } from "@/waiting-room/visit/memory/customer-memory";
import { createCustomerSecrets } from "@/waiting-room/visit/memory/customer-secrets";
import { DrawMemory } from "@/waiting-room/visit/memory/draw-memory";
import { createEventKeys } from "@/waiting-room/visit/memory/event-keys";
import { HostOwners } from "@/waiting-room/visit/memory/host-owners";
import { createPassSigners } from "@/waiting-room/visit/memory/pass-signers";
import { ReportMemory } from "@/waiting-room/visit/memory/report-memory";
import { createRetryMemory } from "@/waiting-room/visit/memory/retry-memory";
import { StatusPageMemory } from "@/waiting-room/visit/memory/status-page-memory";
import { ThemeMemory } from "@/waiting-room/visit/memory/theme-memory";
import { Leavers } from "@/waiting-room/visit/place/leavers";
import type { ServedScript, ServerContext } from "@/waiting-room/visit/server-context";

/** The longest that somebody who says to be a search engine waits until that is verified. */
const DNS_MS = 1_000;

/** The lines are started and stopped by whoever serves. */
type RunningContext = ServerContext & Pick<{ readonly lines: EventLines }, "lines">;

/** Puts the parts of one process together. Its lines are refreshed from `lines.start` to `lines.stop`. */
export function createServerContext(options: {
  readonly redis: Redis;
  readonly masters: readonly [MasterKey, ...MasterKey[]];
  readonly clientScript: Buffer;
  readonly customScript?: Buffer;
  readonly laterScript?: Buffer;
  readonly extrasScript?: Buffer;
  readonly challengeScript?: Buffer;
  readonly captchaScript?: Buffer;
  readonly widgetScript?: Buffer;
  readonly captchaOrigins?: VendorOrigins;
  readonly keyScript?: Buffer;
  readonly verifyScript?: Buffer;
  readonly reportScript?: Buffer;
  readonly moveScript?: Buffer;
  readonly noticesScript?: Buffer;
  readonly noticeWorker?: Buffer;
  readonly connectorScript?: Buffer;
  readonly trustedProxies: number;
  readonly basePath?: string;
  readonly origins: readonly string[];
  /** Before which customers' names stand in hosts of their own. */
  readonly domain?: string | undefined;
  /** Whom search engines are verified by; absent: the name servers of this machine. */
  readonly resolver?: NameResolver;
  readonly health?: () => Health;
  /** Called when something that is published is sealed with a key that is not among `masters`. */
  readonly onCannotOpen?: () => void;
  readonly log: ServerContext["log"];
}): RunningContext {
  const { redis, masters, log, trustedProxies } = options;
  const eventKeys = createEventKeys(masters, options.onCannotOpen);
  const processId = newNodeId();
  const customers = new CustomerMemory(redis, log);
  const basePath = options.basePath ?? "";
  return {
    redis,
    lines: new EventLines(redis, processId, log, createDrawSigners(masters)),
    customers,
    themes: new ThemeMemory(redis, customers, basePath),
    addressLists: new AddressListMemory(redis, customers),
    draws: new DrawMemory(redis),
    reports: new ReportMemory(redis),
    statusPages: new StatusPageMemory(redis),
    hosts: new HostOwners({
      redis,
      origins: options.origins,
      domain: options.domain,
      onError: log,
    }),
    sealer: createPlaceSealer(masters),
    masters,
    secrets: createCustomerSecrets(masters, options.onCannotOpen),
    passSigners: createPassSigners(masters),
    eventKeys,
    customerSums: new CustomerSums(redis, masters[0], log),
    joinsSeen: createJoinsSeen(),
    crawlers: createCrawlers(options.resolver ?? new Resolver({ timeout: DNS_MS, tries: 1 }), {
      limitMs: DNS_MS,
    }),
    retries: createRetryMemory(),
    leavers: new Leavers(log),
    randomDraw: createRandomDraw(eventKeys),
    lottery: createLottery(eventKeys),
    captchas: new CaptchaChecks(createAskVendor(options.captchaOrigins ?? {}), log),
    captchaKeys: createCaptchaKeyRing(masters, log),
    captchaOrigins: options.captchaOrigins ?? {},
    passed: createPassedCookies(masters),
    offers: createOffers(),
    clientScript: servedScript("waiting", options.clientScript),
    customScript: servedScript("custom", options.customScript),
    ...laterScripts(options.laterScript, options.extrasScript),
    challengeScript: servedScript("challenge", options.challengeScript),
    captchaScript: servedScript("captcha", options.captchaScript),
    widgetScript: servedScript("widget", options.widgetScript),
    keyScript: servedScript("key", options.keyScript),
    verifyScript: servedScript("verify", options.verifyScript),
    reportScript: servedScript("report", options.reportScript),
    moveScript: servedScript("move", options.moveScript),
    noticesScript: servedScript("notices", options.noticesScript),
    noticeWorker: servedScript("notice-worker", options.noticeWorker),
    connectorScript: servedScript("connector", options.connectorScript),
    trustedProxies,
    basePath,
    origins: options.origins,
    health: options.health ?? (() => healthOf("waiting-room", [])),
    log,
  };
}

/** The later script finds the other by its own name, so that it always gets the one of its version. */
function laterScripts(later: Buffer = Buffer.alloc(0), extras: Buffer = Buffer.alloc(0)) {
  const hash = hashOf(Buffer.concat([later, extras]));
  return {
    laterScript: { path: `/assets/later-${hash}.js`, body: later },
    extrasScript: { path: `/assets/extras-${hash}.js`, body: extras },
  };
}

function servedScript(name: string, body: Buffer = Buffer.alloc(0)): ServedScript {
  return { path: `/assets/${name}-${hashOf(body)}.js`, body };
}

function hashOf(body: Buffer): string {
  return createHash("sha256").update(body).digest("hex").slice(0, 12);
}
