import { readdirSync, readFileSync } from "node:fs";
import { build, type Format } from "esbuild";
import { describe, expect, test } from "vitest";
import { isLanguage } from "@/lib/domain/page-texts/languages";
import type { Texts } from "@/lib/domain/page-texts/texts";
import { publicLineOf } from "@/test/public-line";
import { compress } from "@/waiting-room/http/compress";
import { renderWaitingPage } from "./waiting-page";

const BUDGET_BYTES = 16 * 1024;
const DOCUMENT_BUDGET_BYTES = 7_000;
/** What the headers of three answers take; `npm run bench -- page` measures them in a browser. */
const HEADER_BYTES = 1_500;
const LANGUAGES = new URL("../../lib/domain/page-texts/languages/", import.meta.url);

const compressed = (text: string, isKept: boolean) =>
  compress(Buffer.from(text), "br", isKept).length;

async function sizeOfScript(entry: string, format: Format): Promise<number> {
  const { outputFiles } = await build({
    entryPoints: [`waiting-room/client/${entry}.ts`],
    bundle: true,
    minify: true,
    format,
    target: "es2020",
    write: false,
  });
  return compressed(outputFiles?.map(({ text }) => text).join("") ?? "", true);
}

function documentIn(language: string): string {
  if (!isLanguage(language)) throw new Error(`${language} is no built-in language.`);
  const texts: Texts = JSON.parse(readFileSync(new URL(`${language}.json`, LANGUAGES), "utf8"));
  return renderWaitingPage({
    language,
    texts,
    brand: {
      name: "Northwind Tickets",
      colour: "#2563eb",
      logoUrl: "/assets/logo.png",
      isLine: true,
    },
    eventName: "Spring Festival 2027 – General sale",
    customerId: "demo",
    eventId: "demosale",
    runId: 1,
    linePath: "/line/demo/demosale",
    targetUrl: "https://shop.example/tickets/spring-festival?from=newsletter",
    timeZone: "Europe/Madrid",
    laterScriptUrl: "/assets/later.0123456789abcdef.js",
    clientScriptUrl: "/assets/client.0123456789abcdef.js",
    view: { state: "join", joinId: "AAAAAAAAAAAAAAAAAAAAAA" },
  });
}

const languages = readdirSync(LANGUAGES).map((file) => file.replace(/\.json$/, ""));

describe.each(languages)("in %s", (language) => {
  test("document, script and first answer together stay within 16 KB", async () => {
    const script = await sizeOfScript("main", "iife");
    const page = compressed(documentIn(language), false);
    const answer = JSON.stringify({ status: "waiting", number: 123_456, line: publicLineOf() });
    expect(page).toBeLessThanOrEqual(DOCUMENT_BUDGET_BYTES);
    expect(page + script + answer.length + HEADER_BYTES).toBeLessThanOrEqual(BUDGET_BYTES);
  });
});

test("what the page loads later is a module of its own, and small", async () => {
  expect(await sizeOfScript("later", "esm")).toBeLessThanOrEqual(4_096);
});

test("what counts a code down is small, too", async () => {
  expect(await sizeOfScript("move", "iife")).toBeLessThanOrEqual(2_048);
});

test("what few visitors need is a module of its own, and small", async () => {
  expect(await sizeOfScript("extras", "esm")).toBeLessThanOrEqual(1_536);
});
