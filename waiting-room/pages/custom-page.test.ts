import { expect, test } from "vitest";
import { CLOUDFLARE_ENGLISH, cloudflareStatus } from "@/lib/domain/cloudflare/cloudflare-status";
import { isOurId } from "@/lib/domain/custom-page/html-rules";
import en from "@/lib/domain/page-texts/languages/en.json";
import { compiled } from "@/test/own-html";
import { publicLineOf } from "@/test/public-line";
import type { CustomPage } from "./custom-page";
import { customPagePolicy } from "./custom-page-policy";
import { renderWaitingPage, type WaitingPageModel } from "./waiting-page";

const MODEL: WaitingPageModel = {
  language: "en",
  texts: en,
  brand: { name: "Northwind", colour: "#2563eb", logoUrl: null },
  eventName: "Spring sale",
  customerId: "demo",
  eventId: "demosale",
  runId: 3,
  linePath: "/line/demo/demosale",
  targetUrl: "https://shop.example/tickets",
  timeZone: "UTC",
  laterScriptUrl: "/assets/later-1a2b.js",
  clientScriptUrl: "/assets/waiting-1a2b.js",
  view: { state: "join", joinId: "AAAAAAAAAAAAAAAAAAAAAA" },
};

function customOf(html: string): CustomPage {
  const line = publicLineOf();
  return {
    template: compiled(html),
    cloudflare: cloudflareStatus({
      line,
      ahead: 10,
      kind: "always-on",
      wording: CLOUDFLARE_ENGLISH,
    }),
    customerName: "Northwind",
    number: "",
    ahead: "",
    startsAt: "",
    placeKeptUntil: "",
    messageSentAt: "",
    supportCode: "",
    scriptUrl: "/assets/custom-1a2b.js",
    againUrl: "/line/demo/demosale/page?",
  };
}

const render = (html: string) => renderWaitingPage({ ...MODEL, custom: customOf(html) });

test("templates can have no id that our part of the page has", () => {
  const ids = [...renderWaitingPage(MODEL).matchAll(/\sid="([^"]+)"/g)].map(([, id]) => id ?? "");
  expect(ids.length).toBeGreaterThan(10);
  expect(ids.filter((id) => !isOurId(id))).toEqual([]);
});

test("ours stands first, so that nothing of theirs is taken for it", () => {
  const page = render(
    `<html lang="de"><head><title>Ours</title></head><body data-screen="x">{{{status}}}</body></html>`,
  );
  expect(page.indexOf('id="stanchion"')).toBeLessThan(page.indexOf("<title>Ours"));
  expect(page).toMatch(/^<!doctype html><html lang="de" lang="en" dir="ltr">/);
  expect(page).toContain('<body data-screen="join"');
  expect(page.match(/<title>/g)).toHaveLength(1);
});

test("the form to join stands in its own place, else in the status", () => {
  const form = /id="stanchion-joinForm">.*action="\/line\/demo\/demosale\/join"/;
  expect(render("{{{status}}}{{{joinForm}}}")).toMatch(form);
  const inStatus = render("{{{status}}}");
  expect(inStatus).not.toMatch(form);
  expect(inStatus.match(/demosale\/join"/g)).toHaveLength(1);
  expect(inStatus.match(/demosale\/leave"/g)).toHaveLength(1);
});

test("the policy names this event only, and the origins of the customer", () => {
  const page = { customerId: "demo", eventId: "sale", targetHosts: ["shop.example"] };
  const policy = customPagePolicy({
    ...page,
    ownAddress: "https://room.example/queue",
    sources: ["https://img.example", "https://x; script-src *", "http://plain.example"],
    frameOrigins: [],
  });
  expect(policy.split("; ")).toEqual([
    "default-src 'none'",
    "script-src https://room.example/queue/assets/",
    "style-src 'unsafe-inline' https://img.example",
    "img-src https://room.example/queue/assets/ data: https://img.example",
    "font-src https://room.example/queue/assets/ https://img.example",
    "connect-src https://room.example/queue/line/demo/sale/",
    "form-action https://room.example/queue/line/demo/sale/ http://shop.example",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ]);
  const framed = customPagePolicy({
    ...page,
    ownAddress: null,
    sources: [],
    frameOrigins: ["https://shop.example"],
  });
  expect(framed).toContain("script-src 'self'");
  expect(framed).toContain("frame-ancestors https://shop.example");
});
