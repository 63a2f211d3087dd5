import { readFile } from "node:fs/promises";
import type { BrowserContext, Page } from "playwright";
import { afterAll, afterEach, expect, test, vi } from "vitest";
import type { IntegrationConfig } from "../src/core/index.ts";
import { toClientConfig } from "./browser-rules.ts";
import { buildScript, launchChromium } from "./browser-site.ts";
import { freshSession, freshToken } from "./conformance/world.ts";
import { buildConfig, buildIntegration } from "./fixtures.ts";

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

const SHOP = "https://shop.example";
const ROOM = "https://room.example.com";
const RULES = { ...buildConfig(buildIntegration({ QueueDomain: "room.example.com" })) };
const DOCUMENT = new URL("../../docs/connectors/browser.md", import.meta.url);

const [browser, script, document] = await Promise.all([
  launchChromium(),
  buildScript(),
  readFile(DOCUMENT, "utf8"),
]);
const contexts: BrowserContext[] = [];
afterEach(async () => {
  for (const context of contexts.splice(0)) await context.close();
});
afterAll(() => browser.close());

/** The code blocks of the document that hold a text. */
function example(language: string, text: string): string {
  const blocks = document.matchAll(new RegExp(`^\`\`\`${language}\\n(.*?)^\`\`\``, "gms"));
  const found = [...blocks].map(([, code = ""]) => code).find((code) => code.includes(text));
  if (found === undefined) throw new Error(`The document has no ${language} with ${text}`);
  return found;
}

type Answers = (
  path: string,
) => { readonly headers?: Record<string, string>; readonly body?: string } | null;

interface World {
  readonly page: Page;
  /** What the waiting room was asked for, its scripts aside. */
  readonly visits: string[];
  readonly questions: string[];
  readonly errors: string[];
  readonly requests: { readonly url: string; readonly headers: Record<string, string> }[];
  /** What the waiting room says to pages that ask; null leaves them without an answer. */
  verdict: object | null;
}

const SENT_AWAY = {
  redirect: true,
  redirectUrl: `${ROOM}/?c=acme&e=sale&t=x`,
  isError: false,
  cookieValue: "",
};
const admitted = () => ({
  redirect: false,
  redirectUrl: "",
  isError: false,
  cookieValue: freshSession({ issuedUnixSeconds: Math.floor(Date.now() / 1000) }),
});

/** Opens a shop whose pages have this head, and a waiting room. */
async function openWorld(
  head: string,
  {
    csp,
    answers = () => null,
    rules: published = RULES,
  }: { readonly csp?: string; readonly answers?: Answers; readonly rules?: IntegrationConfig } = {},
): Promise<World> {
  const context = await browser.newContext();
  contexts.push(context);
  const page = await context.newPage();
  const world: World = {
    page,
    visits: [],
    questions: [],
    errors: [],
    requests: [],
    verdict: SENT_AWAY,
  };
  page.on("console", (message) => {
    if (message.type() === "error") world.errors.push(message.text());
  });
  page.on("pageerror", (error) => world.errors.push(error.message));
  const javascript = (body: string) => ({ contentType: "text/javascript", body });
  await context.route(/^https:\/\/(shop|api)\.example\//, (route) => {
    const request = route.request();
    world.requests.push({ url: request.url(), headers: request.headers() });
    const answer = answers(new URL(request.url()).pathname);
    if (answer !== null) return route.fulfill(answer);
    return route.fulfill({
      contentType: "text/html",
      headers: csp === undefined ? {} : { "content-security-policy": csp },
      body: `<!doctype html><title>Shop</title>${head}<body><p>Seats</p>`,
    });
  });
  await context.route(`${ROOM}/**`, (route) => {
    const { pathname } = new URL(route.request().url());
    if (pathname === "/assets/connector.js") return route.fulfill(javascript(script));
    if (pathname.endsWith("/queueclientConfig.js")) {
      const rules = JSON.stringify(toClientConfig(published));
      const receiver = "QueueIt.Javascript.PageEventIntegration.initQueueClient";
      return route.fulfill(javascript(`${receiver}(${rules})`));
    }
    if (pathname.startsWith("/javascriptqueue/")) {
      world.questions.push(route.request().url());
      if (world.verdict === null) return undefined;
      const verdict = JSON.stringify(world.verdict);
      return route.fulfill(javascript(`window.queueit.acme.sale.enqueue(${verdict})`));
    }
    world.visits.push(route.request().url());
    return route.fulfill({ contentType: "text/html", body: "The waiting room" });
  });
  return world;
}

const TAG = example("html", "data-stanchion-fail-open");
const SPA_TAG = example("html", "data-stanchion-intercept");
const textOf = (page: Page) => page.evaluate<string>("document.body.innerText");

test("the documented tag sends a visitor to the line, and shows the page with a session", async () => {
  const world = await openWorld(TAG);
  await world.page.goto(`${SHOP}/tickets?a=1`);
  await world.page.waitForURL(`${ROOM}/**`);
  expect(new URL(world.questions[0] ?? "").searchParams.get("t")).toBe(`${SHOP}/tickets?a=1`);
  expect(world.visits).toEqual([SENT_AWAY.redirectUrl]);
  world.verdict = admitted();
  await world.page.goto(`${SHOP}/tickets?a=1&queueittoken=${freshToken()}`);
  await world.page.waitForURL(`${SHOP}/tickets?a=1`);
  expect(await textOf(world.page)).toBe("Seats");
  expect(await world.page.evaluate("document.body.inert")).toBe(false);
  const asked = world.questions.length;
  await world.page.goto(`${SHOP}/tickets`);
  await world.page.evaluate("stanchion.check()");
  expect(world.questions).toHaveLength(asked);
  expect(world.errors).toEqual([]);
});

test("a rule on a variable acts on what the page's own scripts say, as they say it", async () => {
  const part = {
    ValidatorType: "JSVariableValidator",
    Operator: "EqualsAny",
    ValueToCompare: null,
    ValuesToCompare: ["Silver", "Gold", "7"],
    UrlPart: null,
    CookieName: null,
    HttpHeaderName: null,
    VariableName: "dataLayer[0].user.level",
    IsNegative: false,
    IsIgnoreCase: true,
  };
  const isAsked = async (level: string, isNegative: boolean): Promise<boolean> => {
    const rules = buildConfig(
      buildIntegration({
        QueueDomain: "room.example.com",
        Triggers: [{ LogicalOperator: "And", TriggerParts: [{ ...part, IsNegative: isNegative }] }],
      }),
    );
    const told = `<script>window.dataLayer = [{ user: { level: ${level} } }];</script>`;
    const world = await openWorld(`${told}${TAG}`, { rules });
    world.verdict = admitted();
    await world.page.goto(`${SHOP}/anything`);
    await world.page.evaluate("stanchion.check()");
    expect(world.errors).toEqual([]);
    return world.questions.length > 0;
  };
  expect(await isAsked('"GOLD"', false)).toBe(true);
  expect(await isAsked("7", false)).toBe(true);
  expect(await isAsked('"tin"', false)).toBe(false);
  expect(await isAsked("undefined", false)).toBe(false);
  expect(await isAsked('"tin"', true)).toBe(true);
  expect(await isAsked('"gold"', true)).toBe(false);
});

test("the page that a visitor was kept from is not in the history", async () => {
  const world = await openWorld(TAG);
  await world.page.goto(`${SHOP}/`);
  await world.page.goto(`${SHOP}/tickets`);
  await world.page.waitForURL(`${ROOM}/**`);
  await world.page.goBack();
  expect(world.page.url()).toBe(`${SHOP}/`);
});

test("the documented policy is enough: no inline code or style, and Trusted Types", async () => {
  const [policy = ""] = example("http", "Content-Security-Policy").split("\n");
  const csp = policy.slice(policy.indexOf(":") + 1).trim();
  const world = await openWorld(TAG, { csp });
  world.verdict = null;
  await world.page.goto(`${SHOP}/tickets`, { waitUntil: "commit" });
  const cover = world.page.locator("#stanchion-cover");
  await cover.waitFor({ state: "attached" });
  const style = "getComputedStyle(document.getElementById('stanchion-cover')).position";
  expect(await world.page.evaluate(style)).toBe("fixed");
  expect(world.errors).toEqual([]);
  world.verdict = SENT_AWAY;
  await world.page.goto(`${SHOP}/tickets`);
  await world.page.waitForURL(`${ROOM}/**`);
});

test("while it is covered, the page cannot be read or used", async () => {
  const world = await openWorld(TAG.replace('"true"', '"false"'));
  world.verdict = null;
  await world.page.goto(`${SHOP}/tickets`, { waitUntil: "commit" });
  const cover = world.page.locator("#stanchion-cover");
  await cover.getByText("One moment, please").waitFor();
  expect(await world.page.evaluate("document.body.inert")).toBe(true);
  const top = await world.page.evaluate("document.elementFromPoint(20, 20).id");
  expect(top).toBe("stanchion-cover");
});

test("the documented hooks hear what has come of it", async () => {
  const listener = example("js", "stanchion-verified");
  const world = await openWorld(`<script>var heard = [];
    var report = (...given) => heard.push(given);
    ${listener.replaceAll("console.log", "report")}</script>${TAG}`);
  world.verdict = admitted();
  await world.page.goto(`${SHOP}/tickets`);
  await vi.waitUntil(() => world.page.evaluate("heard.length === 1"));
  expect(await world.page.evaluate("heard")).toEqual([["sale", "queue"]]);
});

test("a page's own navigation is checked, and so is going back", async () => {
  const world = await openWorld(SPA_TAG);
  world.verdict = admitted();
  await world.page.goto(`${SHOP}/`);
  await world.page.evaluate("stanchion.check()");
  expect(world.questions).toEqual([]);
  await world.page.evaluate('history.pushState({ a: 1 }, "", "/tickets#top")');
  await vi.waitUntil(() => world.page.evaluate('document.cookie.includes("_sale=")'));
  await world.page.evaluate('history.replaceState(null, "", "/tickets#end")');
  await world.page.context().clearCookies();
  await world.page.evaluate('history.pushState(null, "", "/")');
  await world.page.evaluate("stanchion.check()");
  expect(world.questions).toHaveLength(1);
  world.verdict = SENT_AWAY;
  await world.page.goBack();
  await world.page.waitForURL(`${ROOM}/**`);
});

const REDIRECT = encodeURIComponent(`${ROOM}/?c=acme&e=sale&t=${encodeURIComponent(SHOP)}`);
const MARKED = `${ROOM}/?c=acme&e=sale&_jsar=1&t=${encodeURIComponent(SHOP)}`;
const stopped: Answers = (path) =>
  path === "/api" ? { headers: { "x-queueit-redirect": REDIRECT } } : null;

test.each([
  ["fetch", 'fetch("/api", { headers: { a: "1" } }).finally(() => { window.heard = true; })'],
  ["fetch with a Request", 'fetch(new Request("/api", { headers: { a: "1" } }))'],
  [
    "XMLHttpRequest",
    `{ const r = new XMLHttpRequest(); r.open("GET", "/api"); r.setRequestHeader("a", "1");
       r.onload = () => { window.heard = true; }; r.send(); }`,
  ],
])("%s: a request that is stopped takes the page to the line", async (_, call) => {
  const world = await openWorld(SPA_TAG, { answers: stopped });
  const token = freshToken();
  await world.page.goto(`${SHOP}/?queueittoken=${token}#ä`);
  await world.page.evaluate(`void (() => ${call.startsWith("{") ? call : `{ ${call} }`})()`);
  await world.page.waitForURL(`${ROOM}/**`);
  expect(world.visits).toEqual([MARKED]);
  const { headers } = world.requests.find(({ url: asked }) => asked.endsWith("/api")) ?? {};
  expect(headers).toMatchObject({
    a: "1",
    "x-queueit-ajaxpageurl": encodeURIComponent(`${SHOP}/#%C3%A4`),
    "x-queueittoken": token,
  });
  await world.page.goBack();
  expect(world.page.url()).toMatch(`${SHOP}/`);
  expect(world.errors).toEqual([]);
});

test("requests to hosts that are not listed stay as they are, whatever they answer", async () => {
  const answers: Answers = (path) => {
    if (path !== "/api") return null;
    const headers = {
      "access-control-allow-origin": "*",
      "access-control-expose-headers": "x-queueit-redirect",
      "x-queueit-redirect": REDIRECT,
    };
    return { headers, body: "data" };
  };
  const world = await openWorld(SPA_TAG.replace("api.example.com", "other.example"), { answers });
  await world.page.goto(`${SHOP}/`);
  const body = await world.page.evaluate(
    'fetch("https://api.example/api").then((answer) => answer.text())',
  );
  expect(body).toBe("data");
  const xhr = await world.page.evaluate(`new Promise((resolve) => {
    const request = new XMLHttpRequest();
    request.open("GET", "https://api.example/api");
    request.onload = () => resolve(request.responseText);
    request.send();
  })`);
  expect(xhr).toBe("data");
  const { headers } = world.requests.find(({ url }) => url.endsWith("/api")) ?? {};
  expect(headers).not.toHaveProperty("x-queueit-ajaxpageurl");
  expect(world.page.url()).toBe(`${SHOP}/`);
});

test("an answer leads nowhere that is no address", async () => {
  const answers: Answers = (path) =>
    path === "/api"
      ? { headers: { "x-queueit-redirect": "javascript:alert(1)" }, body: "x" }
      : null;
  const world = await openWorld(SPA_TAG, { answers });
  await world.page.goto(`${SHOP}/`);
  expect(await world.page.evaluate('fetch("/api").then((answer) => answer.text())')).toBe("x");
  expect(world.errors).toEqual(["stanchion: redirect-refused: javascript:alert(1)"]);
});

test.each([
  [TAG.replace(/data-stanchion-fail-open="\w+"/, ""), "fail-open-missing"],
  [TAG.replace('"acme"', '""'), "customer-missing"],
  [`${TAG}${TAG}`, "already-started"],
  [TAG.replace("data-stanchion-fail-open", 'data-stanchion-x="" $&'), "attribute-unknown"],
])("a slip in the tag is told, and breaks nothing (%#)", async (tag, problem) => {
  const world = await openWorld(tag);
  await world.page.goto(`${SHOP}/`);
  expect(await textOf(world.page)).toBe("Seats");
  expect(world.errors).toEqual([expect.stringContaining(`stanchion: ${problem}: `)]);
});

test("without scripts, everybody sees the page: it is a speed bump", async () => {
  const context = await browser.newContext({ javaScriptEnabled: false });
  contexts.push(context);
  const page = await context.newPage();
  await page.route(`${SHOP}/**`, (route) =>
    route.fulfill({ contentType: "text/html", body: `${TAG}<p>Seats</p>` }),
  );
  await page.goto(`${SHOP}/tickets`);
  expect(await page.locator("p").textContent()).toBe("Seats");
});
