import { createHash } from "node:crypto";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { PublicLine } from "@/lib/domain/line/public-line";
import en from "@/lib/domain/page-texts/languages/en.json";
import { publicLineOf } from "@/test/public-line";
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
  timeZone: "Europe/Madrid",
  clientScriptUrl: "/assets/client-1a2b.js",
  laterScriptUrl: "/assets/later-1a2b.js",
  view: { state: "join" },
};

const inLine = (number: number, changes: Partial<PublicLine> = {}): WaitingView => ({
  state: "line",
  line: publicLineOf(changes),
  place: { number, joinedAtMs: 900_000, seenAtMs: 990_000, turn: false },
});
const outside = (changes: Partial<PublicLine>): WaitingView => ({
  state: "line",
  line: publicLineOf(changes),
  place: null,
});
const BEFORE = outside({ phase: "before", startAt: Date.UTC(2027, 4, 1, 10) });

const VIEWS: readonly WaitingView[] = [
  { state: "join", joinId: "AAAAAAAAAAAAAAAAAAAAAA" },
  inLine(2_234),
  inLine(7),
  BEFORE,
  outside({ phase: "ended" }),
  inLine(2_234, { paused: true, message: "Back at noon" }),
  inLine(2_234, { paused: true, message: null }),
  inLine(2_234, { method: "random" }),
  inLine(2_234, { phase: "pre-queue", startAt: 2_000_000 }),
  outside({ soldOut: true }),
  { state: "full" },
  { state: "session-ended", joinId: "AAAAAAAAAAAAAAAAAAAAAA" },
  inLine(2_234, { stale: true }),
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
          view.state === "line" && view.line.message !== null
            ? { ...view, line: { ...view.line, message: `Soon ${text}` } }
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
    joinable: true,
  });
});

test("the foot of the page says how the line decides", () => {
  const view = { state: "join" } as const;
  expect(render(view)).toContain("First come, first served");
  expect(renderWaitingPage({ ...MODEL, view, isRandom: true })).toContain("An equal chance");
  expect(render(outside({ phase: "ended" }))).not.toContain("First come");
});

test("only who holds a place can leave it, and codes are asked for where they lead somewhere", () => {
  expect(render({ state: "join" })).toContain('/leave" hidden>');
  const waiting = renderWaitingPage({
    ...MODEL,
    view: inLine(2_234),
    takesCodes: true,
  });
  expect(waiting).toContain('/leave"><input type="hidden" name="place" id="kept-place"><button>');
  expect(waiting).toContain("/line/demo/demosale/code?t=");
  expect(render({ state: "join" })).not.toContain("/code?");
});

test("an address in the operator's words is a link, and nothing else in them is HTML", () => {
  const message = "See https://shop.example/?a=1&b=2. <b>Bold</b> javascript:alert(1)";
  const html = render(inLine(2_234, { message }));
  expect(html).toContain(
    '<a href="https://shop.example/?a=1&amp;b=2" target="_blank" rel="noopener">https://shop.example/?a=1&amp;b=2</a>. &lt;b&gt;',
  );
  expect(html).not.toMatch(/href="javascript/);
});

test("a receipt of the draw is offered to those who have one", () => {
  const drawUrl = "/draw/demo/demosale/1";
  const offered = (view: WaitingView) =>
    /id="receipt"[^>]*>/.exec(renderWaitingPage({ ...MODEL, drawUrl, view }))?.[0];
  expect(offered({ state: "join" })).toContain("hidden");
  const draw = { commitment: "", freeze: "", opensAt: 0 };
  expect(offered(inLine(7, { phase: "pre-queue", draw }))).not.toContain("hidden");
});

test("another device is offered to those who have a place, or may bring one", () => {
  const offered = (view: WaitingView) => /id="move"[^>]*>/.exec(render(view))?.[0];
  expect(offered({ state: "full" })).toContain(" hidden");
  expect(offered({ state: "join" })).not.toContain(" hidden");
  expect(offered(inLine(7))).not.toContain(" hidden");
});

test("the way to other languages says what it is for, also to those who hear it", () => {
  expect(render({ state: "join" })).toMatch(
    /<a href="[^"]*\/language\?[^"]*" aria-label="Choose your language: English">🌐 English<\/a>/,
  );
});

test("a logo from elsewhere is not asked for", () => {
  const brand = { ...MODEL.brand, logoUrl: "https://elsewhere.example/x.png" };
  expect(renderWaitingPage({ ...MODEL, brand })).not.toContain("elsewhere");
});

test("texts may be the customer's own", () => {
  const html = renderWaitingPage({
    ...MODEL,
    texts: { ...en, page: { ...en.page, joinButton: "Un <momento>" } },
  });
  expect(html).toContain(">Un &lt;momento&gt;</h1>");
});

test("before its script has run the page to join on says what to press, not that something happens", () => {
  const html = render({ state: "join" });
  expect(html).toContain(`>${en.page.joinButton}</h1>`);
  expect(html).toContain(`<button class="button">${en.page.joinButton}</button>`);
  expect(html.replace(/<script.*?<\/script>/g, "")).not.toContain(en.screen.joinLead);
});

describe.each(VIEWS.map((view) => [JSON.stringify(view), view] as const))("%s", (_, view) => {
  const html = render(view);

  test("asks for nothing but its own script", () => {
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
    const html = render(inLine(7));
    expect(html).toContain('method="post" action="/line/demo/demosale/enter"');
    expect(html).not.toContain("http-equiv");
  });

  test("whoever waits gets a new page by itself, only where there is no JavaScript", () => {
    const html = render(inLine(2_234));
    expect(html).toMatch(/<noscript><meta http-equiv="refresh" content="\d+">/);
    expect(html).toContain(">2,234</dd>");
    expect(html).toContain(">1,233</dd>");
    expect(html).toContain(">up to 2 minutes</dd>");
    expect(html).toContain("<title>1,233 ahead · Spring sale</title>");
  });

  test("the start stands there in the zone of the event", () => {
    const html = render(BEFORE);
    expect(html).toMatch(/Saturday, May 1 at 12:00\sPM/);
  });
});

test.each([
  ["called", { serving: 900 }, true],
  ["called, while the site is full", { serving: 900, seats: { free: 0, each: 30 } }, true],
  ["called, while no slot is left", { serving: 900, noSlots: true }, true],
  ["near, and not called", { serving: 890 }, false],
] as const)("without JavaScript whoever is %s may ask to go in: %j", (_, line, mayAsk) => {
  const view = inLine(900, line);
  if (view.state !== "line" || view.place === null) throw new Error("They have a place.");
  const isCalled = line.serving >= 900;
  const html = render({ ...view, place: { ...view.place, turn: isCalled } });
  expect(/<form[^>]*action="[^"]*\/enter"/.test(html)).toBe(mayAsk);
});
