import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { disconnectDb } from "@/lib/db/client";
import { createEvent } from "@/lib/services/event/manage/create";
import { getEvent } from "@/lib/services/event/manage/get";
import { newFixture } from "@/tools/api/fixture";
import { serveApiHere } from "@/tools/api/serve-here";
import { disconnectLineRedis } from "@/tools/shared/line-redis";

let served: Awaited<ReturnType<typeof serveApiHere>>;
let fixture: Awaited<ReturnType<typeof newFixture>>;
beforeAll(async () => {
  served = await serveApiHere();
});
beforeEach(async () => {
  fixture = await newFixture();
});
afterAll(async () => {
  await served.close();
  disconnectLineRedis();
  await disconnectDb();
});

async function call(method: string, path: string, body?: unknown, key = fixture.key) {
  const response = await fetch(`${served.baseUrl}/2_0${path}`, {
    method,
    headers: { "api-key": key, accept: "application/json", "content-type": "application/json" },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  return { status: response.status, json: await response.json() };
}

/** As the public gem `queue_it` sends it. */
const EVENT = {
  ...{ DisplayName: "Fancy Event", RedirectUrl: "https://shop.example.com/tickets" },
  ...{ Description: "Foo", TimeZone: "Romance Standard Time" },
  PreQueueStartTime: "2099-04-28T13:25:46.0000000Z",
  EventStartTime: "2099-04-28T15:25:46.0000000Z",
  EventEndTime: "2099-04-28T19:25:46.0000000Z",
  ...{ EventCulture: "da-DK", MaxNoOfRedirectsPrQueueId: "1", QueueNumberValidityInMinutes: "15" },
  ...{ AfterEventLogic: "RedirectUsersToTargetPage", AfterEventRedirectPage: "" },
  ...{ JavaScriptSupportEnabled: "False", TargetUrlSupportEnabled: "True" },
  ...{ SafetyNetMode: "Disabled", KnowUserSecurity: "MD5Hash", KnowUserSecretKey: null },
  ...{ CustomLayout: "Default layout by Queue-it", XUsersInFrontOfYou: null },
  ...{ TargetUrlValidationRegex: "", DomainAlias: "", AllowedCustomLayouts: [] },
  ...{ BrowserCultureEnabled: "True", IdleQueueLogic: "UseBeforePage", IdleQueueRedirectPage: "" },
};
const PATH = "/event/FancyEvent";

describe("an event that a program puts", () => {
  test("is scheduled, open, and answered as it is here", async () => {
    const { status, json } = await call("PUT", PATH, EVENT);
    expect({ status, json }).toMatchObject({
      status: 200,
      json: {
        ...{ EventId: "fancyevent", QueueStatus: "Running", DisplayName: "Fancy Event" },
        ...{ EventStartTime: EVENT.EventStartTime, PreQueueStartTime: EVENT.PreQueueStartTime },
        EventStartLocalTime: "2099-04-28T17:25:46.0000000Z",
        ...{ KnowUserSecurity: "KnownUserV3", Description: "", TimeZone: EVENT.TimeZone },
      },
    });
    expect(json.QueueUrl).toMatch(/\/\?c=\w+&e=fancyevent$/);
    expect(await getEvent(fixture.context, { eventId: "fancyevent" })).toMatchObject({
      ...{ kind: "scheduled", status: "open", timeZone: "Europe/Paris", language: "da" },
      ...{ startLocal: "2099-04-28T17:25:46", preQueueMinutes: 120, managedBy: "Queue-it API" },
      afterEvent: { protectedPages: "let-through" },
    });
    expect((await call("GET", PATH)).json).toEqual(json);
  });

  test("is changed by putting it again, also while it is open", async () => {
    await call("PUT", PATH, EVENT);
    const later = {
      ...{ ...EVENT, EventEndTime: "/Date(4081200000000)/", MaxRedirectsPerMinute: "90" },
      ...{ AfterEventLogic: "RedirectUsersToSpecialPage", TimeZone: "UTC" },
      AfterEventRedirectPage: "https://shop.example.com/over",
    };
    const { status, json } = await call("PUT", PATH, later);
    expect({ status, json }).toMatchObject({
      status: 200,
      json: { EventEndTime: "2099-04-30T02:40:00.0000000Z" },
    });
  });

  test("is not there where it cannot be opened", async () => {
    const over = {
      ...{ ...EVENT, PreQueueStartTime: "2020-01-01T09:00:00Z" },
      ...{ EventStartTime: "2020-01-01T10:00:00Z", EventEndTime: "2020-01-01T11:00:00Z" },
    };
    const refused = await call("PUT", PATH, over);
    expect(refused).toMatchObject({ status: 400, json: { HttpStatusCode: 400 } });
    expect((await call("GET", PATH)).status).toBe(404);
  });

  test.each([
    [{ SafetyNetMode: "OutputThroughput" }, "SafetyNetMode: Scheduled events"],
    [{ KnowUserSecretKey: "a".repeat(72) }, "KnowUserSecretKey: Secrets are made here"],
    [{ CaptchaType: "Recaptcha" }, "CaptchaType: Choose a CAPTCHA"],
    [{ CustomLayout: "Winter" }, "CustomLayout: You have no theme Winter"],
    [{ EventCulture: "sk-SK" }, "EventCulture"],
    [{ TimeZone: "Mars Standard Time" }, "TimeZone: Nobody knows Mars"],
    [{ EventStartTime: "2099-10-25T01:30:00Z" }, "EventStartTime: Clocks of Europe/Paris"],
    [{ RedirectUrl: "javascript:alert(1)" }, "RedirectUrl: "],
    [{ PreQueueStartTime: "2099-04-28T16:00:00Z" }, "PreQueueStartTime: Whole minutes"],
    [{ Surprise: 1 }, "Surprise"],
  ])("is refused with %j and its reason", async (changes, words) => {
    const input = { ...EVENT, ...changes };
    if ("EventStartTime" in changes) {
      Object.assign(input, {
        PreQueueStartTime: "2099-10-25T01:00:00Z",
        EventEndTime: "2099-10-26T01:00:00Z",
      });
    }
    const { status, json } = await call("PUT", PATH, input);
    expect({ status, text: json.ErrorText }).toEqual({
      ...{ status: 400, text: expect.stringContaining(words) },
    });
    expect((await call("GET", PATH)).status).toBe(404);
  });
});

test("the speed is changed while the event runs", async () => {
  await call("PUT", PATH, EVENT);
  const body = { MaxRedirectsPerMinute: "15" };
  expect(await call("PUT", `${PATH}/queue/speed`, body)).toEqual({ status: 200, json: body });
  expect(await getEvent(fixture.context, { eventId: "fancyevent" })).toMatchObject({
    outflowPerMinute: 15,
  });
});

test("events are listed, and found by the phase they are in", async () => {
  const soon = new Date(Math.ceil(Date.now() / 60_000 + 30) * 60_000);
  const opened = { ...EVENT, EventStartTime: soon.toISOString() };
  const early = { PreQueueStartTime: new Date(soon.getTime() - 3_600_000).toISOString() };
  await call("PUT", "/event/early", { ...opened, ...early });
  await call("PUT", PATH, EVENT);
  await createEvent(fixture.context, {
    ...{ eventId: "always", name: "Always", kind: "always-on" },
    targetUrl: "https://shop.example.com/",
  });
  const idsOf = (json: { EventId: string }[]) => json.map(({ EventId }) => EventId).toSorted();
  expect(idsOf((await call("GET", "/event")).json)).toEqual(["always", "early", "fancyevent"]);
  const search = [{ Name: "Phase", Operator: "in", Value: "prequeue, queue" }];
  const { json } = await call("POST", "/event/search", search);
  expect(json).toMatchObject([{ EventId: "early", PreQueueStartsMinuesBefore: "60" }]);
  const other = [{ Name: "DisplayName", Operator: "in", Value: "x" }];
  expect((await call("POST", "/event/search", other)).status).toBe(400);
});

test("statistics are numbers as texts, by the minute, and of what is counted here", async () => {
  await call("PUT", PATH, EVENT);
  const { json } = await call("GET", `${PATH}/queue/statistics/summary`);
  expect(json).toMatchObject({
    ...{ TotalQueueCount: "0", TotalWaitingInQueueCount: "0", TotalQueueCountBeforeStart: "0" },
    ...{ NoOfRedirectsLastMinute: "0", TotalRedirectedCount: "0" },
  });
  expect(json.VersionTimestamp).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{7}Z$/);
  const at = new Date(Date.now() - 120_000).toISOString();
  const span = new URLSearchParams({ from: at, to: new Date().toISOString() });
  span.set("from", at.replace(/\.\d+Z/, "Z"));
  span.set("to", new Date().toISOString().replace(/\.\d+Z/, "Z"));
  const details = await call("GET", `${PATH}/queue/statistics/details/queueinflow?${span}`);
  expect(details.json).toMatchObject({ Interval: "1", Sum: "0", SumOffset: "0" });
  expect(details.json.Entries).toHaveLength(2);
  expect(details.json.Entries[0]).toEqual({ Sum: "0", MinMinute: "0", MaxMinute: "0" });
  const unknown = await call("GET", `${PATH}/queue/statistics/details/captchashown?${span}`);
  expect(unknown).toMatchObject({ status: 404, json: { ErrorCode: 404 } });
});

test("a key counts only in its header, and another customer's event is not there", async () => {
  await call("PUT", PATH, EVENT);
  const stranger = await newFixture();
  expect((await call("GET", PATH, undefined, stranger.key)).status).toBe(404);
  expect((await call("GET", PATH, undefined, "stn_no")).status).toBe(401);
  const inAddress = await fetch(`${served.baseUrl}/2_0${PATH}?api-key=${fixture.key}`);
  expect(inAddress.status).toBe(401);
});
