import { describe, expect, test, vi } from "vitest";
import { ajaxHeaders, markAsAjax } from "../src/adapters/browser/ajax.ts";
import { readAttributes } from "../src/adapters/browser/attributes.ts";
import { createCheck } from "../src/adapters/browser/check.ts";
import {
  type BrowserConnectorOptions,
  findProblem,
  readOrigin,
} from "../src/adapters/browser/options.ts";
import { sessionCookieName } from "../src/core/index.ts";
import { openPage, type TestPage } from "./browser-page.ts";
import { clientConfig, clientPart, clientRule } from "./browser-rules.ts";
import { mint, seal } from "./fixtures.ts";

const OPTIONS: BrowserConnectorOptions = {
  customerId: "acme",
  configOrigin: "https://room.example",
  failOpen: true,
};
const CONFIG_URL = "https://room.example/acme/integrationconfig/javascript/queueclientConfig.js";
const RECEIVER = "QueueIt.Javascript.PageEventIntegration.initQueueClient";
const SHOP = "https://shop.example/tickets";
const ADMITTED = { redirect: false, redirectUrl: "", isError: false };
const SENT_AWAY = {
  redirect: true,
  redirectUrl: "https://room.example/?c=acme&e=sale",
  isError: false,
  cookieValue: "",
};

const nowSeconds = () => Math.floor(Date.now() / 1000);
const session = (changes: Parameters<typeof seal>[0] = {}) =>
  seal({ issuedUnixSeconds: nowSeconds(), ...changes });
const cookieOf = (value: string, eventId: string = "sale") =>
  `${sessionCookieName(eventId)}=${encodeURIComponent(value)}`;

const never = (): Promise<void> => new Promise(() => undefined);

/** A page whose waiting room has these rules, and gives this verdict to whoever asks. */
function open(rules: readonly unknown[], verdict: unknown, address: string = SHOP): TestPage {
  const page = openPage(address, (script) => {
    if (script.startsWith(CONFIG_URL)) page.receivers.get(RECEIVER)?.(clientConfig(...rules));
    else page.receivers.get("queueit.acme.sale.enqueue")?.(verdict);
  });
  return page;
}

const questions = ({ log }: TestPage) =>
  log.loaded.filter((address) => address.includes("/javascriptqueue/"));

async function check(page: TestPage, changes: Partial<BrowserConnectorOptions> = {}) {
  await createCheck({ ...OPTIONS, ...changes }, page)();
  return page;
}

/** Whether a rule with this condition asks the waiting room about a page. */
async function matches(
  part: Readonly<Record<string, unknown>>,
  prepare?: (page: TestPage) => void,
) {
  const triggers = [{ logicalOperator: "And", triggerParts: [clientPart(part)] }];
  const page = open([clientRule({ triggers })], SENT_AWAY, `${SHOP}?seat=1#top`);
  prepare?.(page);
  await check(page);
  expect(page.log.problems).toEqual([]);
  return questions(page).length === 1;
}

describe("what a rule sees in a page", () => {
  test.each<[Readonly<Record<string, unknown>>, boolean]>([
    [{ valueToCompare: "/TICKETS" }, true],
    [{ valueToCompare: "/TICKETS", isIgnoreCase: false }, false],
    [{ valueToCompare: "/cart" }, false],
    [{ urlPart: "PageUrl", operator: "Equals", valueToCompare: `${SHOP}?seat=1` }, true],
    [{ urlPart: "HostName", operator: "EqualsAny", valuesToCompare: ["shop.example"] }, true],
    [{ operator: "NotContains", valueToCompare: "/cart" }, true],
    [{ operator: "NotContains" }, false],
    [{ operator: "NotEquals", valueToCompare: "/tickets" }, false],
    [{ operator: "NotEquals", valueToCompare: "/ticket" }, true],
    [{ operator: "IgEquals", valueToCompare: "/Tickets", isIgnoreCase: false }, true],
    [{ operator: "IgContains", valueToCompare: "ICK", isIgnoreCase: false }, true],
    [{ validatorType: "UserAgentValidator", valueToCompare: "testbrowser" }, true],
    [{ validatorType: "HttpHeaderValidator", valueToCompare: "" }, false],
    [{ validatorType: "HttpHeaderValidator", isNegative: true }, false],
    [{ validatorType: "RequestBodyValidator", isNegative: true }, false],
    [{ validatorType: "Unknown" }, false],
  ])("%j: %s", async (part, isMatch) => {
    expect(await matches(part)).toBe(isMatch);
  });

  test("a cookie, and a variable of the page", async () => {
    const cookie = {
      validatorType: "CookieValidator",
      cookieName: "level",
      valueToCompare: "gold",
    };
    expect(await matches(cookie)).toBe(false);
    const withCookie = (page: TestPage) => void Object.assign(page, { cookieText: "level=gold" });
    expect(await matches(cookie, withCookie)).toBe(true);
    const variable = {
      validatorType: "JSVariableValidator",
      variableName: "shop.Level",
      operator: "Equals",
      valueToCompare: "gold",
    };
    expect(await matches(variable)).toBe(false);
    const withVariable = (page: TestPage) => void page.variables.set("shop.Level", "Gold");
    expect(await matches(variable, withVariable)).toBe(true);
    expect(await matches({ ...variable, isNegative: true }, withVariable)).toBe(false);
  });

  test("the first rule that matches counts", async () => {
    const ignore = clientRule({ actionType: "Ignore" });
    const page = await check(open([ignore, clientRule()], SENT_AWAY));
    expect(questions(page)).toEqual([]);
    expect(page.log.covers).toEqual([null]);
  });
});

describe("a page without a session", () => {
  test("asks, covered, and goes where the waiting room says, leaving no trace in the history", async () => {
    const page = await check(open([clientRule()], SENT_AWAY));
    expect(page.log.covers).toEqual([""]);
    expect(page.log.navigations).toEqual([[SENT_AWAY.redirectUrl, false]]);
    expect(page.log.cookies).toEqual([]);
  });

  test("tells the waiting room all that a server would tell it", async () => {
    const token = mint();
    const rule = clientRule({ culture: "de-DE", layoutName: "Dark", name: "All tickets" });
    const page = open([rule], SENT_AWAY, `${SHOP}?a=1&queueittoken=${token}&b=ä#seat`);
    await check(page, { enqueueToken: (eventId) => `head.${eventId}.sign` });
    const url = new URL(questions(page)[0] ?? "");
    expect(`${url.origin}${url.pathname}`).toBe(
      `https://room.example/javascriptqueue/acme/sale/${page.now}`,
    );
    expect([...url.searchParams]).toEqual([
      ["t", `${SHOP}?a=1&b=ä#seat`],
      ["queueittoken", token],
      ["ver", "stanchion-browser-0.1.0"],
      ["cver", "7"],
      ["man", "All tickets"],
      ["cid", "de-DE"],
      ["l", "Dark"],
      ["enqueuetoken", "head.sale.sign"],
      ["_cv", "20"],
    ]);
  });

  test("goes by the rule's target, and by where the waiting room is", async () => {
    const forced = { redirectLogic: "ForcedTargetUrl", forcedTargetUrl: "https://shop.example/" };
    const page = await check(open([clientRule(forced)], SENT_AWAY), {
      waitingRoomOrigin: "http://room.localhost:3001",
      queuePathPrefix: "line",
    });
    const url = new URL(questions(page)[0] ?? "");
    expect(url.href).toMatch(/^http:\/\/room\.localhost:3001\/line\/javascriptqueue\/acme\//);
    expect(url.searchParams.get("t")).toBe("https://shop.example/");
    const open2 = open([clientRule({ redirectLogic: "EventTargetUrl" })], SENT_AWAY);
    expect(new URL(questions(await check(open2))[0] ?? "").searchParams.has("t")).toBe(false);
  });

  test("keeps the session that it is given, cleans the address and tells the page", async () => {
    const value = session({ redirectType: "safetynet" });
    const onVerified = vi.fn();
    const page = open(
      [clientRule({ cookieDomain: "shop.example", isCookieSecure: true })],
      { ...ADMITTED, cookieValue: value },
      `${SHOP}?a=1&queueittoken=${mint()}#top`,
    );
    await check(page, { onVerified });
    expect(page.log.cookies).toEqual([
      expect.stringMatching(
        new RegExp(
          `^${cookieOf(value)}; Expires=[^;]+; Max-Age=86400; Path=/; Domain=shop\\.example; Secure; SameSite=Lax$`,
        ),
      ),
    ]);
    expect(page.address).toBe(`${SHOP}?a=1#top`);
    expect(page.log.covers).toEqual(["", null]);
    const event = { eventId: "sale", redirectType: "safetynet" };
    expect(onVerified.mock.calls).toEqual([[event]]);
    expect(page.log.announced).toEqual([["stanchion-verified", event]]);
  });

  test("hears apart that the waiting room is off", async () => {
    const onDisabled = vi.fn();
    const value = session({ redirectType: "disabled" });
    const page = open([clientRule()], { ...ADMITTED, cookieValue: value });
    await check(page, { onDisabled });
    expect(onDisabled).toHaveBeenCalledWith({ eventId: "sale", redirectType: "disabled" });
    expect(page.log.announced.map(([name]) => name)).toEqual(["stanchion-disabled"]);
  });

  test.each([["javascript:alert(1)"], ["data:text/html,x"], [""], ["//room.example/"]])(
    "goes nowhere that is no address: %s",
    async (redirectUrl) => {
      const page = await check(open([clientRule()], { ...SENT_AWAY, redirectUrl }));
      expect(page.log.navigations).toEqual([]);
      expect(page.log.problems).toEqual(["no-answer"]);
    },
  );
});

describe("a page with a session", () => {
  test("takes the token out of the address although no rule names it, once it is remembered", async () => {
    const address = `https://shop.example/?queueittoken=${mint()}`;
    const kept = open([clientRule()], SENT_AWAY, address);
    await check(kept);
    expect(kept.address).toBe(address);
    const cleaned = open([clientRule()], SENT_AWAY, address);
    await check(cleaned, { intercept: true });
    expect(cleaned.address).toBe("https://shop.example/");
  });

  test("asks nobody while the session is young", async () => {
    const page = open([clientRule()], SENT_AWAY, `${SHOP}?queueittoken=${mint()}`);
    page.cookieText = `a=1; ${cookieOf(session())}`;
    await check(page);
    expect(questions(page)).toEqual([]);
    expect(page.address).toBe(SHOP);
    expect(page.log.announced.map(([name]) => name)).toEqual(["stanchion-verified"]);
  });

  test("shows itself and has an older one extended meanwhile", async () => {
    const old = session({ issuedUnixSeconds: nowSeconds() - 120 });
    const page = open([clientRule()], { ...ADMITTED, cookieValue: session() });
    page.cookieText = cookieOf(old);
    await check(page);
    expect(page.log.covers).toEqual([null]);
    expect(new URL(questions(page)[0] ?? "").searchParams.get("_cval")).toBe(old);
    expect(page.log.cookies).toHaveLength(1);
  });

  test("leaves when the waiting room does not believe it", async () => {
    const page = open([clientRule()], SENT_AWAY);
    page.cookieText = cookieOf(session({ issuedUnixSeconds: nowSeconds() - 120 }));
    await check(page);
    expect(page.log.navigations).toEqual([[SENT_AWAY.redirectUrl, false]]);
  });

  test("stays when nobody can be asked about extending it", async () => {
    const page = open([clientRule()], null);
    page.cookieText = cookieOf(session({ issuedUnixSeconds: nowSeconds() - 120 }));
    await check(page, { failOpen: false });
    expect([page.log.covers, page.log.navigations, page.log.problems]).toEqual([[null], [], []]);
  });

  test("extends neither a fixed session nor one of a rule that does not", async () => {
    const issuedUnixSeconds = nowSeconds() - 120;
    for (const [rule, value] of [
      [clientRule(), session({ issuedUnixSeconds, fixedValidityMinutes: 5 })],
      [clientRule({ extendValidity: false }), session({ issuedUnixSeconds })],
    ] as const) {
      const page = open([rule], SENT_AWAY);
      page.cookieText = cookieOf(value);
      expect(questions(await check(page))).toEqual([]);
    }
  });

  test.each([
    ["over", session({ issuedUnixSeconds: nowSeconds() - 1201 })],
    ["fixed and over", session({ issuedUnixSeconds: nowSeconds() - 301, fixedValidityMinutes: 5 })],
    ["from the future", session({ issuedUnixSeconds: nowSeconds() + 600 })],
    ["of another event", session({ eventId: "other" })],
    ["no session", "verified"],
  ])("asks when the session is %s", async (_, value) => {
    const page = open([clientRule()], SENT_AWAY);
    page.cookieText = cookieOf(value);
    expect(questions(await check(page))).toHaveLength(1);
    expect(page.log.navigations).toHaveLength(1);
    expect(page.log.cookies).toEqual([expect.stringContaining("_sale=; Expires=")]);
  });

  test("finds it among several cookies of the name", async () => {
    const page = open([clientRule()], SENT_AWAY);
    page.cookieText = `${cookieOf("timeout-not")}; ${cookieOf(session())}`;
    expect(questions(await check(page))).toEqual([]);
  });

  test("gives it back where a rule says so, once", async () => {
    const value = session();
    const page = open([clientRule({ actionType: "Cancel", name: "Leave" })], SENT_AWAY);
    page.cookieText = cookieOf(value);
    await check(page);
    const queueId = new URLSearchParams(value).get("QueueId");
    const [[address, keepsPage] = ["", true]] = page.log.navigations;
    expect(keepsPage).toBe(false);
    expect(address).toMatch(`https://room.example/cancel/acme/sale/${queueId}?c=acme&e=sale&`);
    expect(new URL(address).searchParams.get("r")).toBe(SHOP);
    expect(page.log.cookies).toEqual([expect.stringContaining("_sale=; Expires=Thu, 01 Jan 1970")]);
    await check(page);
    expect(page.log.navigations).toHaveLength(1);
  });
});

describe("without an answer", () => {
  /** A page whose waiting room has rules and then says nothing. */
  const openSilent = () => {
    const page = openPage(SHOP, (script) => {
      if (!script.startsWith(CONFIG_URL)) return never();
      return page.receivers.get(RECEIVER)?.(clientConfig(clientRule()));
    });
    return page;
  };

  test("failOpen: true shows the page after five seconds, and asks again after three minutes", async () => {
    const page = openSilent();
    const onTimeout = vi.fn();
    const run = createCheck({ ...OPTIONS, onTimeout }, page);
    const checked = run();
    await page.pass(4999);
    expect(page.log.covers).toEqual([""]);
    await page.pass(1);
    await checked;
    expect(page.log.covers).toEqual(["", null]);
    expect(onTimeout).toHaveBeenCalledWith({ eventId: "sale", redirectType: "timeout" });
    expect(page.log.problems).toEqual(["no-answer"]);
    const expires = Date.parse(/Expires=([^;]+)/.exec(page.log.cookies[0] ?? "")?.[1] ?? "");
    expect(expires).toBe(Math.floor(page.now / 1000) * 1000 + 180_000);
    expect(page.log.cookies[0]).toContain("; Max-Age=180;");
    await run();
    expect(questions(page)).toHaveLength(1);
  });

  test("failOpen: false keeps the page covered and tries again", async () => {
    const page = openSilent();
    const checked = createCheck({ ...OPTIONS, failOpen: false, waitText: "Moment!" }, page)();
    await page.pass(5000);
    await checked;
    expect(page.log.covers).toEqual(["", "Moment!"]);
    expect(page.log.cookies).toEqual([]);
    page.serve = () => page.receivers.get("queueit.acme.sale.enqueue")?.(SENT_AWAY);
    await page.pass(9999);
    expect(page.log.navigations).toEqual([]);
    await page.pass(1);
    expect(page.log.navigations).toEqual([[SENT_AWAY.redirectUrl, false]]);
  });

  test.each([
    [true, []],
    [false, [expect.stringContaining("One moment")]],
  ])("without rules, failOpen: %s", async (failOpen, covers) => {
    const page = openPage(SHOP, () => Promise.reject(new Error("404")));
    await check(page, { failOpen });
    expect(page.log.problems).toEqual(["config-unreachable"]);
    expect(page.log.covers).toEqual(covers);
  });

  test("an answer that comes too late, or for another page, changes nothing", async () => {
    const page = openSilent();
    const run = createCheck(OPTIONS, page);
    const first = run();
    await page.pass(0);
    page.address = "https://shop.example/";
    await run();
    page.receivers.get("queueit.acme.sale.enqueue")?.(SENT_AWAY);
    await page.pass(5000);
    await first;
    expect(page.log.navigations).toEqual([]);
    expect(page.log.covers).toEqual(["", null]);
  });

  test.each([
    ["of another customer", { ...clientConfig(clientRule()), customerId: "other" }],
    ["that cannot be obeyed", clientConfig(clientRule({ queueDomain: null }))],
    ["without a list", { customerId: "acme", version: 1 }],
    ["that are nothing", null],
  ])("rules %s are refused, and those that are there stay", async (_, bad) => {
    const page = open([clientRule()], SENT_AWAY);
    const run = createCheck(OPTIONS, page);
    await run();
    page.serve = (script) => {
      const isConfig = script.startsWith(CONFIG_URL);
      if (isConfig) page.receivers.get(RECEIVER)?.(bad);
      else page.receivers.get("queueit.acme.sale.enqueue")?.(SENT_AWAY);
    };
    await page.pass(300_001);
    await run();
    expect(page.log.problems).toEqual(["config-refused"]);
    expect(page.log.navigations).toHaveLength(2);
  });

  test("what the page's own hooks throw is told and stops nothing", async () => {
    const page = open([clientRule()], { ...ADMITTED, cookieValue: session() });
    const fail = () => {
      throw new Error("mine");
    };
    await check(page, { onVerified: fail });
    expect(page.log.problems).toEqual(["hook-failed"]);
    expect(page.log.covers).toEqual(["", null]);
    const other = await check(open([clientRule()], SENT_AWAY), {
      enqueueToken: fail,
      failOpen: false,
    });
    expect(other.log.problems).toEqual(["check-failed"]);
    expect(other.log.covers).toEqual([expect.stringContaining("One moment")]);
  });
});

describe("the rules", () => {
  test("are asked for once, and again when the page has been open for long", async () => {
    const page = open([], SENT_AWAY);
    const run = createCheck(OPTIONS, page);
    await Promise.all([run(), run()]);
    await run();
    expect(page.log.loaded).toEqual([CONFIG_URL]);
    await page.pass(300_001);
    await run();
    expect(page.log.loaded).toHaveLength(2);
  });

  test("come past every cache where the site wants that", async () => {
    const page = await check(open([], SENT_AWAY), { freshConfig: true });
    expect(page.log.loaded).toEqual([expect.stringMatching(/\?versionTimestamp=\d{13}$/)]);
  });
});

describe("the tag", () => {
  const tag = (attributes: Readonly<Record<string, string>>) =>
    readAttributes(
      Object.entries(attributes).map(([name, value]) => ({ name, value })),
      "https://room.example/assets/connector.js",
    );

  test("says everything that the options say", () => {
    const { options, runsAtOnce, unknown } = tag({
      src: "x",
      "data-stanchion-c": " acme ",
      "data-stanchion-fail-open": "false",
      "data-stanchion-host": "http://room.localhost:3001",
      "data-stanchion-jshost": "cdn.example",
      "data-stanchion-intercept": "true",
      "data-stanchion-intercept-domain": "api.example, b.example:8080",
      "data-stanchion-nocachereq": "true",
      "data-stanchion-noautorun": "",
      "data-stanchion-spa": "true",
      "data-stanchion-queuepathprefix": "line",
      "data-stanchion-wait-text": "Moment!",
    });
    expect(options).toEqual({
      customerId: "acme",
      failOpen: false,
      configOrigin: "https://cdn.example",
      waitingRoomOrigin: "http://room.localhost:3001",
      queuePathPrefix: "line",
      intercept: true,
      interceptDomains: ["api.example", "b.example:8080"],
      spa: true,
      freshConfig: true,
      waitText: "Moment!",
    });
    expect([runsAtOnce, unknown, findProblem(options)]).toEqual([false, [], null]);
  });

  test("takes the rules from where the script came from", () => {
    const { options, runsAtOnce } = tag({
      "data-stanchion-c": "acme",
      "data-stanchion-fail-open": "true",
    });
    expect(options.configOrigin).toBe("https://room.example");
    expect([runsAtOnce, findProblem(options)]).toEqual([true, null]);
  });

  test.each<[string, Readonly<Record<string, string>>]>([
    ["customer-missing", { "data-stanchion-c": "" }],
    ["customer-missing", { "data-stanchion-c": "acme/../other" }],
    ["fail-open-missing", { "data-stanchion-fail-open": "" }],
    ["fail-open-missing", { "data-stanchion-fail-open": "yes" }],
    ["host-malformed", { "data-stanchion-host": "https://room.example/path" }],
    ["host-malformed", { "data-stanchion-jshost": "" }],
    ["host-malformed", { "data-stanchion-host": "javascript:alert(1)" }],
  ])("is refused with %s", (problem, change) => {
    const good = { "data-stanchion-c": "acme", "data-stanchion-fail-open": "true" };
    expect(findProblem(tag({ ...good, ...change }).options)).toBe(problem);
  });

  test("names attributes that nobody knows", () => {
    expect(tag({ "data-stanchion-failopen": "true" }).unknown).toEqual(["failopen"]);
  });
});

test.each([
  ["room.example", "https://room.example"],
  ["room.example:8443", "https://room.example:8443"],
  ["http://room.example/", "http://room.example"],
  ["https://ana@room.example", null],
  ["ftp://room.example", null],
  ["room.example/a", null],
  ["room example", null],
  ["", null],
])("the host %j is %s", (text, origin) => {
  expect(readOrigin(text)).toBe(origin);
});

test.each([
  [
    "https://room.example/?c=a&e=b&t=https%3A%2F%2F",
    "https://room.example/?c=a&e=b&_jsar=1&t=https%3A%2F%2F",
  ],
  ["https://room.example/?t=x&c=a", "https://room.example/?_jsar=1&t=x&c=a"],
  ["https://room.example/?c=a", "https://room.example/?c=a&_jsar=1"],
  ["https://room.example/", "https://room.example/?_jsar=1"],
])("%s is marked as a script's", (address, marked) => {
  expect(markAsAjax(address)).toBe(marked);
});

describe("a script's request tells its own origin", () => {
  const nowMs = 1_767_225_600_000;
  const token = mint({ expiresUnixSeconds: nowMs / 1000 });
  const url = `${SHOP}?a=1&queueittoken=other#ä`;
  const page = ["x-queueit-ajaxpageurl", encodeURIComponent(`${SHOP}?a=1#ä`)];

  test("the page without its token, and the token while it is fresh", () => {
    expect(ajaxHeaders(url, token, nowMs)).toEqual([page, ["x-queueittoken", token]]);
    expect(ajaxHeaders(url, token, nowMs + 1)).toEqual([page]);
  });

  test("and another one the page alone", () => {
    expect(ajaxHeaders(url, null, nowMs)).toEqual([page]);
  });
});
