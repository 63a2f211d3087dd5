import { build } from "esbuild";
import { expect, test } from "vitest";
import en from "@/lib/domain/page-texts/languages/en.json";
import { publicLineOf } from "@/test/public-line";
import { compress } from "@/waiting-room/http/compress";
import { renderWaitingPage } from "./waiting-page";

const BUDGET_BYTES = 16 * 1024;
const DOCUMENT_BUDGET_BYTES = 7_000;
const SCRIPT_BUDGET_BYTES = 7.75 * 1024;
/** What the headers of three answers take; `npm run bench -- page` measures them in a browser. */
const HEADER_BYTES = 1_500;

const compressed = (text: string, isKept: boolean) =>
  compress(Buffer.from(text), "br", isKept).length;

test("page, script and first answer together stay within 16 KB", async () => {
  const { outputFiles } = await build({
    entryPoints: ["waiting-room/client/main.ts"],
    bundle: true,
    minify: true,
    format: "iife",
    target: "es2020",
    write: false,
  });
  const script = compressed(outputFiles.map(({ text }) => text).join(""), true);
  const page = compressed(
    renderWaitingPage({
      language: "en",
      texts: en,
      brand: { name: "Northwind Tickets", colour: "#2563eb", logoUrl: "/assets/logo.png" },
      eventName: "Spring Festival 2027 – General sale",
      customerId: "demo",
      eventId: "demosale",
      runId: 1,
      linePath: "/line/demo/demosale",
      targetUrl: "https://shop.example/tickets/spring-festival?from=newsletter",
      clientScriptUrl: "/assets/client.0123456789abcdef.js",
      view: { state: "join", joinId: "AAAAAAAAAAAAAAAAAAAAAA" },
    }),
    false,
  );
  const answer = JSON.stringify({ status: "waiting", number: 123_456, line: publicLineOf() });
  expect(page).toBeLessThanOrEqual(DOCUMENT_BUDGET_BYTES);
  expect(script).toBeLessThanOrEqual(SCRIPT_BUDGET_BYTES);
  expect(page + script + answer.length + HEADER_BYTES).toBeLessThanOrEqual(BUDGET_BYTES);
});
