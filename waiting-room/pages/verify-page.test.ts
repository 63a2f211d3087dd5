import { createHash } from "node:crypto";
import { build } from "esbuild";
import { expect, test } from "vitest";
import { textsIn } from "@/lib/domain/page-texts/texts-in";
import { contentSecurityPolicy } from "./content-security-policy";
import { renderVerifyPage } from "./verify-page";

const MODEL = {
  language: "en",
  texts: textsIn("en"),
  brand: { name: "Northwind", colour: "#2563eb", logoUrl: null },
  eventName: "Spring <sale>",
  customerId: "demo",
  eventId: "sale",
  runId: 3,
  path: "/draw/demo/sale/3",
  publicKey: "A".repeat(43),
  scriptUrl: "/assets/verify-1a2b.js",
} as const;

test("the page names the draw, escapes the event, and needs nothing that its policy forbids", () => {
  const html = renderVerifyPage(MODEL);
  expect(html).toContain('href="/draw/demo/sale/3"');
  expect(html).toContain("Spring &lt;sale&gt;");
  expect(html).not.toContain("<sale>");
  const [, style = ""] = /<style>(.*?)<\/style>/s.exec(html) ?? [];
  const hash = createHash("sha256").update(style).digest("base64");
  expect(contentSecurityPolicy(MODEL.brand)).toContain(hash);
  expect(html).not.toMatch(/ style=| on\w+=/);
});

test("the script that checks a draw is self-contained and small", async () => {
  const { outputFiles } = await build({
    entryPoints: ["waiting-room/client/verify.ts"],
    bundle: true,
    minify: true,
    format: "iife",
    target: "es2022",
    write: false,
  });
  const [script] = outputFiles;
  expect(script?.text).not.toMatch(/\brequire\(|\bimport\b/);
  expect(script?.contents.length).toBeLessThan(32 * 1024);
});
