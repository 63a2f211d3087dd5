import { readFile, rm } from "node:fs/promises";
import type { Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, afterEach, beforeAll, expect } from "vitest";
import { alwaysWaitRulesOf, buildIntegrationConfig } from "@/lib/domain/integration-config/build";
import { configText } from "@/lib/domain/integration-config/config-text";
import type {
  CancelAction,
  PublishedPasses,
  QueueAction,
  Rule,
  TriggerPart,
} from "@/lib/domain/integration-config/model";
import { triggerPartSchema } from "@/lib/domain/integration-config/rule-schema";
import { HttpClient, type HttpClientOptions } from "@/rehearsal/crowd/http-client";
import {
  type PublicConnectorShopOptions,
  startPublicConnectorShop,
} from "@/tools/demo-shop/public-connector-server";
import type { RunningShop } from "@/tools/demo-shop/run-server";
import { startDemoShop } from "@/tools/demo-shop/server";
import { temporaryDirectory } from "@/tools/stack/temporary-directory";
import { loadCertificate } from "@/tools/stack/tls";
import { createRoomServer } from "@/waiting-room/http/listen";
import { createListener } from "@/waiting-room/routes/router";
import { passTime } from "../line";
import { startTestRoom } from "../waiting-room";
import { offers, type Page, Visitor } from "./visitor";

/** Ports are those of http and https, as visitors know them; where they lead is decided below. */
export const SHOP = "http://shop.localhost";
export const ROOM = "https://room.localhost";

type Room = ReturnType<typeof startTestRoom>;
export type Opened = Awaited<ReturnType<Room["open"]>>;

type SiteOptions = Pick<PublicConnectorShopOptions, "enqueueTokens" | "isBehindProxy"> & {
  /** Which connector stands in front of the shop; the public one unless told otherwise. */
  readonly connector?: "public" | "ours";
};

/**
 * A shop behind the public connector as its package comes, in front of a real waiting room over TLS:
 * the connector pulls what this waiting room publishes, and visitors are redirected to where it says.
 */
export function startPublicSite(front: Parameters<typeof startTestRoom>[1] = {}) {
  const room = startTestRoom(undefined, front);
  const { customerId, redis } = room;
  const securePort = listenSecurely(room);
  let shop: RunningShop | null = null;
  let version = 3;

  const dial = (port: number): number => (port === 80 ? (shop?.port ?? 0) : securePort());
  const closeShop = async (): Promise<void> => {
    await shop?.close();
    shop = null;
  };
  afterEach(closeShop);

  /** Publishes rules and opens the shop with them. */
  async function protect(
    opened: readonly Opened[],
    rules: readonly Rule[],
    { connector = "public", ...options }: SiteOptions = {},
  ): Promise<void> {
    version += 1;
    const config = buildIntegrationConfig({
      customer: { customerId, name: "Test" },
      rules,
      events: opened.map(({ settings }) => settings),
      version,
      publishDate: new Date(),
      queueDomain: `${new URL(ROOM).host}${front.basePath ?? ""}`,
    });
    const passes = passesOf(room, opened);
    await room.publish({
      config: configText({ ...config, ...(passes && { Passes: passes }) }),
      configVersion: version,
      alwaysWaitRules: alwaysWaitRulesOf(rules),
    });
    await closeShop();
    shop = await openShop(room, connector, options);
  }

  async function refresh({ settings }: Opened): Promise<void> {
    const { eventId } = settings;
    const line = await room.context.lines.find({ customerId, eventId });
    await line?.refresh();
  }

  /** Waits in the line as a person does, from the page that offers to join until the site is shown. */
  async function goThroughLine(visitor: Visitor, opened: Opened, page: Page): Promise<Page> {
    expect(offers(page, "join")).toBe(true);
    let shown = await visitor.submit(page);
    for (let step = 0; step < 20 && !offers(shown, "enter"); step += 1) {
      await passTime(redis, opened.settings, 500);
      await refresh(opened);
      shown = await visitor.open(shown.url);
    }
    return visitor.submit(shown);
  }

  return {
    ...room,
    /** A shop of the tests as the target; visitors may be sent back to any of its pages. */
    openFor: (overrides: Parameters<Room["open"]>[0] = {}) =>
      room.open({ targetUrl: `${SHOP}/`, ...overrides }),
    protect,
    refresh,
    goThroughLine,
    visitor: (options: HttpClientOptions = {}) => new Visitor(new HttpClient({ dial, ...options })),
    /** What connectors send as `cver`. */
    version: () => version,
    dial,
  };
}

/** What a config says of the passes of these events, as it is published. */
function passesOf(
  { context, customerId }: Room,
  opened: readonly Opened[],
): PublishedPasses | null {
  const events = opened.flatMap(({ settings: { eventId, runId, protection } }) => {
    const kind = protection?.pass.kind ?? "knownuser";
    return kind === "knownuser"
      ? []
      : [{ EventId: eventId, Run: runId, AllowsToken: kind === "both" }];
  });
  const keys = context.passSigners(customerId);
  const published = keys.map(({ keyId, publicKey }) => ({ KeyId: keyId, PublicKey: publicKey }));
  return events.length === 0 ? null : { Keys: published, Events: events };
}

type Shop = Omit<SiteOptions, "connector">;

function openShop(
  { customerId, port, secret }: Room,
  connector: "public" | "ours",
  options: Shop,
): Promise<RunningShop> {
  const pull = {
    port: 0,
    customerId,
    apiKey: "stn_key",
    configUrl: `http://room.localhost/status/integrationconfig/secure/${customerId}`,
    connect: { host: "127.0.0.1", port: port() },
  };
  if (connector === "public") return startPublicConnectorShop({ ...options, ...pull, secret });
  const trustedProxies = options.isBehindProxy === true ? 1 : 0;
  return startDemoShop({ ...pull, secrets: [secret], failOpen: false, trustedProxies });
}

/** The room behind TLS, since every connector puts `https://` before the queue domain. */
function listenSecurely({ context }: Room): () => number {
  let server: Server;
  let folder = "";
  beforeAll(async () => {
    folder = await temporaryDirectory("stanchion-room-");
    const { certificateFile, keyFile } = await loadCertificate(folder);
    const identity = { cert: await readFile(certificateFile), key: await readFile(keyFile) };
    server = createRoomServer(createListener(context), { tls: identity });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  });
  afterAll(async () => {
    server.closeAllConnections();
    server.close();
    await rm(folder, { recursive: true, force: true });
  });
  return () => (server.address() as AddressInfo).port;
}

const NOTHING: CancelAction = {
  EventId: "",
  InvolvedWaitingRoomIds: [],
  CookieDomain: null,
  IsCookieHttpOnly: false,
  IsCookieSecure: false,
};

/** A rule for addresses that hold this text; its visitors always see the page unless told otherwise. */
export function queueRule(
  { settings }: Opened,
  part: string,
  changes: Partial<QueueAction> & { readonly alwaysWait?: boolean; readonly lane?: string } = {},
): Rule {
  const { alwaysWait = true, lane = null, ...action } = changes;
  return {
    name: `Queue ${part}`,
    actionType: "Queue",
    alwaysWait,
    lane,
    action: {
      ...NOTHING,
      EventId: settings.eventId,
      LayoutName: null,
      Culture: null,
      RedirectLogic: "AllowTParameter",
      ForcedTargetUrl: null,
      ...action,
    },
    triggers: [{ LogicalOperator: "And", TriggerParts: [urlHolds(part)] }],
  };
}

export function cancelRule(
  { settings }: Opened,
  part: string,
  changes: Partial<CancelAction> = {},
): Rule {
  return {
    name: `Cancel ${part}`,
    actionType: "Cancel",
    action: { ...NOTHING, EventId: settings.eventId, ...changes },
    triggers: [{ LogicalOperator: "And", TriggerParts: [urlHolds(part)] }],
  };
}

export function ignoreRule(part: string): Rule {
  return {
    name: `Ignore ${part}`,
    actionType: "Ignore",
    action: {},
    triggers: [{ LogicalOperator: "And", TriggerParts: [urlHolds(part)] }],
  };
}

function urlHolds(part: string): TriggerPart {
  return triggerPartSchema.parse({
    ValidatorType: "UrlValidator",
    Operator: "Contains",
    ValueToCompare: part,
    UrlPart: "PageUrl",
    IsIgnoreCase: true,
  });
}
