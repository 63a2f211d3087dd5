import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { vi } from "vitest";
import type { Integration, IntegrationConfig } from "../../src/core/index.ts";
import { sessionCookieName } from "../../src/core/index.ts";
import { buildConfig, buildIntegration, mint, pathContains, SECRET, seal } from "../fixtures.ts";
import type { AdapterSite, SiteSetup, SiteVisit, StartSite } from "./site.ts";

const condition = (changes: Partial<Integration["Triggers"][number]["TriggerParts"][number]>) => ({
  ValidatorType: "UrlValidator",
  Operator: "EqualsAny",
  ValueToCompare: null,
  ValuesToCompare: null,
  UrlPart: null,
  CookieName: null,
  HttpHeaderName: null,
  IsNegative: false,
  IsIgnoreCase: false,
  ...changes,
});

function together(
  path: string,
  changes: Parameters<typeof condition>[0],
): Integration["Triggers"][number] {
  const { TriggerParts } = pathContains(path);
  return { LogicalOperator: "And", TriggerParts: [...TriggerParts, condition(changes)] };
}

/** The rules of the default site. */
export const RULES: readonly Integration[] = [
  buildIntegration({ ActionType: "Ignore", Triggers: [pathContains("/tickets/faq")] }),
  buildIntegration(),
  buildIntegration({ Name: "Leave", ActionType: "Cancel", Triggers: [pathContains("/leave")] }),
  buildIntegration({
    Name: "Fixed",
    ExtendCookieValidity: false,
    Triggers: [pathContains("/fixed")],
  }),
  buildIntegration({
    Name: "Several",
    EventId: "early",
    InvolvedWaitingRoomIds: ["sale", "late"],
    Triggers: [pathContains("/several")],
  }),
  buildIntegration({
    Name: "Leave several",
    ActionType: "Cancel",
    EventId: "early",
    InvolvedWaitingRoomIds: ["sale"],
    Triggers: [pathContains("/quit")],
  }),
  buildIntegration({
    Name: "Forced",
    RedirectLogic: "ForcedTargetUrl",
    ForcedTargetUrl: "https://shop.example/start",
    Triggers: [pathContains("/forced")],
  }),
  buildIntegration({
    Name: "Event target",
    RedirectLogic: "EventTargetUrl",
    QueuePathPrefix: "room",
    Triggers: [pathContains("/event-target")],
  }),
  buildIntegration({ Name: "Members", Lane: "members", Triggers: [pathContains("/members")] }),
  buildIntegration({ Name: "Folder", Triggers: [pathContains("/folder/"), pathContains("/køb/")] }),
  buildIntegration({
    Name: "Host",
    Triggers: [
      together("/at-host", {
        Operator: "ContainsAny",
        UrlPart: "HostName",
        ValuesToCompare: ["shop.example", "127.0.0.1"],
      }),
    ],
  }),
  buildIntegration({
    Name: "Orders",
    Triggers: [
      together("/orders", {
        ValidatorType: "RequestMethodValidator",
        ValuesToCompare: ["POST", "PUT"],
      }),
    ],
  }),
  buildIntegration({ Name: "Dance", ActionType: "Dance", Triggers: [pathContains("/dance")] }),
  buildIntegration({
    Name: "Strict",
    CookieDomain: "shop.example",
    IsCookieHttpOnly: true,
    IsCookieSecure: true,
    Triggers: [pathContains("/strict")],
  }),
];

/** The waiting room as connectors see it: it publishes a config and hears of activity. */
export interface WaitingRoom {
  readonly configUrl: string;
  readonly activityUrl: string;
  readonly pulls: readonly IncomingMessage[];
  readonly reports: readonly { readonly path: string; readonly body: Report }[];
  publish: (text: string, headers?: Readonly<Record<string, string>>) => void;
  /** Queue ids that every report is answered with. */
  refuse: (queueIds: readonly string[]) => void;
  readonly close: () => Promise<void>;
}

/** What a connector reports. */
export interface Report {
  readonly active: readonly string[];
  readonly over: readonly string[];
  readonly used: readonly { readonly e: string; readonly q: string; readonly h: string }[];
}

async function readBody(request: IncomingMessage): Promise<string> {
  let body = "";
  for await (const chunk of request) body += String(chunk);
  return body;
}

/** Starts a waiting room that publishes the default rules. */
export async function startWaitingRoom(): Promise<WaitingRoom> {
  const pulls: IncomingMessage[] = [];
  const reports: { path: string; body: Report }[] = [];
  let published = { text: configText(), headers: {} as Readonly<Record<string, string>> };
  let refused: readonly string[] = [];
  const answerReport = async (request: IncomingMessage, response: ServerResponse) => {
    reports.push({ path: request.url ?? "", body: JSON.parse(await readBody(request)) });
    response.end(JSON.stringify({ refused }));
  };
  const server = createServer((request, response) => {
    if (request.method === "POST") return void answerReport(request, response);
    pulls.push(request);
    return void response.writeHead(200, published.headers).end(published.text);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  const port = typeof address === "object" && address !== null ? address.port : 0;
  const origin = `http://127.0.0.1:${port}`;
  return {
    configUrl: `${origin}/status/integrationconfig/secure/acme`,
    activityUrl: `${origin}/status/activity/acme`,
    pulls,
    reports,
    publish: (text, headers = {}) => {
      published = { text, headers };
    },
    refuse: (queueIds) => {
      refused = queueIds;
    },
    close: () => {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
}

/** The default config, with changes, as text. */
export function configText(changes: Partial<IntegrationConfig> = {}): string {
  return JSON.stringify({ ...buildConfig(...RULES), ...changes });
}

/** What scenarios start sites with. */
export interface World {
  readonly room: WaitingRoom;
  /** A site with this setup; scenarios with the same share it. */
  readonly site: (changes?: Partial<SiteSetup>) => Promise<AdapterSite>;
  /** A site and a waiting room for one scenario alone. */
  readonly alone: (
    prepare?: (room: WaitingRoom) => Partial<SiteSetup>,
  ) => Promise<{ readonly site: AdapterSite; readonly room: WaitingRoom }>;
  readonly close: () => Promise<void>;
}

const LONG_SECONDS = 3600;

/** Opens a world for one runtime. */
export async function openWorld(start: StartSite): Promise<World> {
  const closing: (() => Promise<void>)[] = [];
  const room = await startWaitingRoom();
  closing.push(room.close);
  const shared = new Map<string, Promise<AdapterSite>>();
  const open = async (from: WaitingRoom, changes: Partial<SiteSetup>): Promise<AdapterSite> => {
    const site = await start({
      customerId: "acme",
      secrets: [SECRET],
      apiKey: "key-1",
      configUrl: from.configUrl,
      configText: configText(),
      failOpen: false,
      pullIntervalSeconds: LONG_SECONDS,
      ...changes,
    });
    closing.push(site.close);
    return site;
  };
  return {
    room,
    site: (changes = {}) => {
      const key = JSON.stringify(changes);
      const site = shared.get(key) ?? open(room, changes);
      shared.set(key, site);
      return site;
    },
    alone: async (prepare = () => ({})) => {
      const own = await startWaitingRoom();
      closing.push(own.close);
      return { room: own, site: await open(own, prepare(own)) };
    },
    close: async () => {
      for (const close of closing.reverse()) await close();
    },
  };
}

/** Unlike the core, adapters go by the real clock. */
export function nowSeconds(): number {
  return Math.floor(Date.now() / 1000);
}

/** A token that is good now, with changes. */
export function freshToken(changes: Parameters<typeof mint>[0] = {}, secret?: string): string {
  return mint({ expiresUnixSeconds: nowSeconds() + 120, ...changes }, secret);
}

/** The value of a session cookie, a minute old, with changes. */
export function freshSession(changes: Parameters<typeof seal>[0] = {}, secret?: string): string {
  return seal({ issuedUnixSeconds: nowSeconds() - 60, ...changes }, secret);
}

/** A visit with sessions of events. */
export function visitWith(sessions: Readonly<Record<string, string>>): SiteVisit {
  const cookies = Object.entries(sessions).map(
    ([eventId, value]) => `${sessionCookieName(eventId)}=${encodeURIComponent(value)}`,
  );
  return { headers: { cookie: cookies.join("; ") } };
}

/** The name and value of a cookie that was set, as a browser sends it back. */
export function sentBack(setCookies: readonly string[], name: string): string {
  const cookie = setCookies.find((text) => text.startsWith(`${name}=`)) ?? "";
  return cookie.split(";")[0] ?? "";
}

const PATIENCE_MS = 20_000;
/** What a connector does in the background it does within a tenth of this. */
const VAIN_PATIENCE_MS = 4_000;
let patienceMs = PATIENCE_MS;

/** Does what is to fail, where no test needs to wait as long as for what is to happen. */
export async function inVain<T>(work: () => Promise<T>): Promise<T> {
  patienceMs = VAIN_PATIENCE_MS;
  try {
    return await work();
  } finally {
    patienceMs = PATIENCE_MS;
  }
}

/** Waits for something in the background; the bound only ends a test that has failed. */
export function until(condition: () => boolean | Promise<boolean>): Promise<unknown> {
  return vi.waitUntil(condition, { timeout: patienceMs, interval: 20 });
}

/** The version of a redirect's config. */
export function configVersionOf(location: string | null): string | null {
  return new URL(location ?? "").searchParams.get("cver");
}
