import { createHash } from "node:crypto";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import en from "@/lib/domain/page-texts/languages/en.json";
import { contentSecurityPolicy } from "./content-security-policy";
import { renderWaitingPage, type WaitingPageModel } from "./waiting-page";
import type { WaitingView } from "./waiting-view";

const MODEL: WaitingPageModel = {
  language: "en",
  texts: en,
  brand: { name: "Northwind", colour: "#2563eb", logoUrl: null },
  eventName: "Spring sale",
  customerId: "demo",
  eventId: "demosale",
  runId: 3,
  linePath: "/line/demo/demosale",
  targetUrl: "https://shop.example/tickets?a=1&b=2",
  clientScriptUrl: "/assets/client-1a2b.js",
  view: { state: "join" },
};

const VIEWS: readonly WaitingView[] = [
  { state: "join", joinId: "AAAAAAAAAAAAAAAAAAAAAA" },
  { state: "waiting", number: 1_234, ahead: 1_033, wait: { low: 130, high: 220 }, canEnter: false },
  { state: "waiting", number: 7, ahead: 0, wait: null, canEnter: true },
  { state: "before", startAtMs: Date.UTC(2027, 4, 1, 10), timeZone: "Europe/Madrid" },
  { state: "ended", message: null },
  { state: "paused", message: "Back at noon", number: 7 },
  { state: "paused", message: null, number: null },
  { state: "full" },
  { state: "kept" },
];

const render = (view: WaitingView) => renderWaitingPage({ ...MODEL, view });

/** Tags with the names of their attributes, in order: what escaping must not let anybody change. */
function skeleton(html: string): readonly string[] {
  return [...html.matchAll(/<(\/?[a-z!][a-z0-9]*)([^>]*)>/gi)].map(
    ([, tag, attributes]) => `${tag} ${(attributes ?? "").replace(/"[^"]*"/g, "")}`,
  );
}

test("no string of the model changes the structure of the page", () => {
  const hostile = fc.oneof(
    fc.string({ unit: "binary" }),
    fc.constantFrom(
      "</script><script>alert(1)</script>",
      `"><img src=x onerror=alert(1)>`,
      "' onfocus='alert(1)",
      "<!--",
      "]]>",
      "\u2028</title>",
      "&lt;script&gt;",
    ),
  );
  fc.assert(
    fc.property(hostile, fc.nat(VIEWS.length - 1), (text, index) => {
      const view = VIEWS[index] ?? { state: "join" };
      const tame = { ...MODEL, view };
      const wild = {
        ...tame,
        brand: { ...MODEL.brand, name: text, colour: text },
        eventName: text,
        targetUrl: text,
        view:
          view.state === "paused" && view.message !== null
            ? { ...view, message: `Soon ${text}` }
            : view,
      };
      expect(skeleton(renderWaitingPage(wild))).toEqual(skeleton(renderWaitingPage(tame)));
    }),
  );
});

test("the data for the script survive as they are", () => {
  const targetUrl = `https://shop.example/?q=</script>"'&\u2028`;
  const html = renderWaitingPage({ ...MODEL, targetUrl });
  const [, json] = /id="stanchion">([^<]*)<\/script>/.exec(html) ?? [];
  expect(JSON.parse(json ?? "")).toMatchObject({
    customerId: "demo",
    eventId: "demosale",
    runId: 3,
    target: targetUrl,
    placed: false,
    joinable: true,
  });
});

test("the foot of the page says how the line decides", () => {
  const view = { state: "join" } as const;
  expect(render(view)).toContain("First come, first served");
  expect(renderWaitingPage({ ...MODEL, view, isRandom: true })).toContain("The same chance");
  expect(render({ state: "ended", message: null })).not.toContain("First come");
});

test("only who holds a place can leave it, and codes are asked for where they lead somewhere", () => {
  expect(render({ state: "join" })).toContain('/leave" hidden>');
  const waiting = renderWaitingPage({
    ...MODEL,
    view: { state: "waiting", number: 7, ahead: 3, wait: null, canEnter: false },
    takesCodes: true,
  });
  expect(waiting).toContain('/leave"><input type="hidden" name="place" id="kept"><button>');
  expect(waiting).toContain("/line/demo/demosale/code?t=");
  expect(render({ state: "join" })).not.toContain("/code?");
});

test("a logo from elsewhere is not asked for", () => {
  const brand = { ...MODEL.brand, logoUrl: "https://elsewhere.example/x.png" };
  expect(renderWaitingPage({ ...MODEL, brand })).not.toContain("elsewhere");
});

test("texts may be the customer's own", () => {
  const html = renderWaitingPage({
    ...MODEL,
    texts: { ...en, screen: { ...en.screen, joinTitle: "Un <momento>" } },
  });
  expect(html).toContain(">Un &lt;momento&gt;</h1>");
});

describe.each(VIEWS.map((view) => [JSON.stringify(view), view] as const))("%s", (_, view) => {
  const html = render(view);

  test("is never indexed and asks for nothing but its own script", () => {
    expect(html).toContain('<meta name="robots" content="noindex,nofollow">');
    const addresses = [...html.matchAll(/\s(?:src|href|action)="([^"]*)"/g)].map(([, url]) => url);
    for (const address of addresses)
      expect(address).toMatch(/^(\/(assets|line)\/|data:image\/svg)/);
  });

  test("carries only styles and scripts that its policy allows", () => {
    const policy = contentSecurityPolicy(MODEL.brand);
    for (const [, css] of html.matchAll(/<style>([^<]*)<\/style>/g)) {
      const hash = createHash("sha256")
        .update(css ?? "")
        .digest("base64");
      expect(policy).toContain(`'sha256-${hash}'`);
    }
    expect(html).not.toMatch(/\sstyle="|\son[a-z]+="/);
    expect([...html.matchAll(/<script(?! type="application\/json"| src="\/assets\/)/g)]).toEqual(
      [],
    );
  });

  test("has one heading and a language", () => {
    expect([...html.matchAll(/<h1/g)]).toHaveLength(1);
    expect(html).toContain('<html lang="en" dir="ltr">');
  });
});

describe("without JavaScript", () => {
  test("joining is a form that repeats its join id and its target", () => {
    const html = render({ state: "join", joinId: "AAAAAAAAAAAAAAAAAAAAAA" });
    expect(html).toContain('method="post" action="/line/demo/demosale/join"');
    expect(html).toContain('name="joinId" value="AAAAAAAAAAAAAAAAAAAAAA"');
    expect(html).toContain('name="t" value="https://shop.example/tickets?a=1&amp;b=2"');
    expect(html).not.toContain("http-equiv");
  });

  test("entering is a form, and the page waits for the button", () => {
    const html = render({ state: "waiting", number: 7, ahead: 0, wait: null, canEnter: true });
    expect(html).toContain('method="post" action="/line/demo/demosale/enter"');
    expect(html).not.toContain("http-equiv");
  });

  test("whoever waits gets a new page by itself, only where there is no JavaScript", () => {
    const html = render({
      state: "waiting",
      number: 1_234,
      ahead: 1_033,
      wait: { low: 130, high: 220 },
      canEnter: false,
    });
    expect(html).toMatch(/<noscript><meta http-equiv="refresh" content="\d+">/);
    expect(html).toContain(">1,234</dd>");
    expect(html).toContain(">1,033</dd>");
    expect(html).toContain(">2–4 minutes</dd>");
    expect(html).toContain("<title>1,033 ahead · Spring sale</title>");
  });

  test("the start stands there in the zone of the event", () => {
    const html = render({
      state: "before",
      startAtMs: Date.UTC(2027, 4, 1, 10),
      timeZone: "Europe/Madrid",
    });
    expect(html).toMatch(/Saturday, May 1 at 12:00\sPM/);
  });
});
