import { requireFields, requireSame, type Trials } from "../trials";

/** What the gem `queue_it` 2.0 sends to create or update an event, and to set its speed. */
const EVENT = {
  ...{ DisplayName: "Spring sale", RedirectUrl: "https://shop.example.com/", Description: "" },
  ...{ TimeZone: "UTC", PreQueueStartTime: "2099-04-28T14:25:46.0000000Z" },
  EventStartTime: "2099-04-28T15:25:46.0000000Z",
  EventEndTime: "2099-04-29T15:25:46.0000000Z",
  ...{ EventCulture: "en-US", MaxNoOfRedirectsPrQueueId: "1", QueueNumberValidityInMinutes: "30" },
  ...{ AfterEventLogic: "RedirectUsersToTargetPage", AfterEventRedirectPage: "" },
  ...{ JavaScriptSupportEnabled: "False", TargetUrlSupportEnabled: "True" },
  ...{ SafetyNetMode: "Disabled", KnowUserSecurity: "MD5Hash", KnowUserSecretKey: null },
  ...{ CustomLayout: "Default layout by Queue-it", XUsersInFrontOfYou: null },
  ...{ TargetUrlValidationRegex: "", DomainAlias: "", AllowedCustomLayouts: [] },
  ...{ BrowserCultureEnabled: "True", IdleQueueLogic: "UseBeforePage", IdleQueueRedirectPage: "" },
};
const PATH = "/event/apisale";
const MINUTE_MS = 60_000;

/** Each operation that is publicly known. Answers how many there were. */
export async function tryEventApi(base: string, key: string, trials: Trials): Promise<number> {
  const called = new Set<string>();
  const one = (operation: string, run: () => Promise<void>) => {
    called.add(operation);
    return trials.try(operation, run);
  };
  const ask = async (method: string, path: string, body?: unknown) => {
    const headers = { "Api-Key": key, "content-type": "application/json;charset=utf-8" };
    const sent = body === undefined ? {} : { body: JSON.stringify(body) };
    const response = await fetch(`${base}${path}`, { method, headers, ...sent });
    const answer: unknown = await response.json();
    if (response.ok) return answer;
    throw new Error(`${response.status} ${JSON.stringify(answer)}`);
  };
  await one("PUT event", async () => {
    const { DisplayName, RedirectUrl, EventStartTime, EventEndTime, PreQueueStartTime } = EVENT;
    requireFields(await ask("PUT", PATH, EVENT), {
      ...{ EventId: "apisale", DisplayName, RedirectUrl, QueueStatus: "Running" },
      ...{ EventStartTime, EventEndTime, PreQueueStartTime, EventStartLocalTime: EventStartTime },
      AfterEventLogic: EVENT.AfterEventLogic,
    });
    requireFields(await ask("PUT", PATH, { ...EVENT, DisplayName: "Later" }), {
      DisplayName: "Later",
    });
  });
  await one("GET event", async () => {
    requireFields(await ask("GET", PATH), { DisplayName: "Later", TimeZone: "UTC" });
  });
  await one("PUT queue/speed", async () => {
    await ask("PUT", `${PATH}/queue/speed`, { MaxRedirectsPerMinute: "15" });
    requireFields(await ask("GET", PATH), { MaxRedirectsPerMinute: "15" });
  });
  await one("GET events", async () => {
    const list = Object(await ask("GET", "/event"));
    const found = list.find(({ EventId }: { EventId: string }) => EventId === "apisale");
    requireFields(found, { DisplayName: "Later", IsTest: "False", QueueStatusText: "Running" });
  });
  await tryStatistics(ask, one);
  return called.size;
}

type Ask = (method: string, path: string, body?: unknown) => Promise<unknown>;
type One = (operation: string, run: () => Promise<void>) => Promise<void>;

/** As `queue-it-prometheus-exporter` asks for them. */
async function tryStatistics(ask: Ask, one: One): Promise<void> {
  await one("POST event/search", async () => {
    const nowMs = Math.floor(Date.now() / 1_000) * 1_000;
    const at = (minutes: number) => new Date(nowMs + minutes * MINUTE_MS).toISOString();
    const times = { PreQueueStartTime: at(0), EventStartTime: at(30), EventEndTime: at(60) };
    await ask("PUT", "/event/inprequeue", { ...EVENT, ...times });
    const search = [{ Name: "Phase", Operator: "in", Value: "prequeue" }];
    const list = Object(await ask("POST", "/event/search", search));
    requireSame(
      list.map(({ EventId }: { EventId: string }) => EventId),
      ["inprequeue"],
    );
  });
  await one("GET queue/statistics/summary", async () => {
    requireFields(await ask("GET", `${PATH}/queue/statistics/summary`), {
      ...{ TotalQueueCount: "0", TotalWaitingInQueueCount: "0", TotalRedirectedCount: "0" },
    });
  });
  await one("GET queue/statistics/details", async () => {
    const second = (atMs: number) => new Date(atMs).toISOString().replace(/\.\d+Z$/, "Z");
    const [from, to] = [Date.now() - MINUTE_MS, Date.now()].map(second);
    const query = new URLSearchParams({ from: from ?? "", to: to ?? "" });
    const path = `${PATH}/queue/statistics/details/queueoutflow?${query}`;
    requireFields(await ask("GET", path), {
      ...{ Interval: "1", SumOffset: "0", Sum: "0" },
      Entries: [{ Sum: "0", MinMinute: "0", MaxMinute: "0" }],
    });
  });
}
