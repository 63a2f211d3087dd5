import { expect, test } from "vitest";
import { LANGUAGES } from "@/lib/domain/page-texts/languages";
import { textsIn } from "@/lib/domain/page-texts/texts-in";
import { renderLanguagePage } from "./language-page";

const MODEL = {
  language: "de",
  texts: textsIn("de"),
  brand: { name: "Northwind", colour: "#2563eb", logoUrl: null },
  eventName: "<b>Sale</b>",
  path: "/line/demo/sale/language",
  backPath: "/?c=demo&e=sale",
  fields: { t: '"><script>' },
} as const;

test("offers every language under its own name, and marks the one that is read", () => {
  const html = renderLanguagePage(MODEL);
  for (const [tag, { name }] of Object.entries(LANGUAGES))
    expect(html).toMatch(new RegExp(`<button name="to" value="${tag}"[^>]*>${name}</button>`));
  expect(html.match(/aria-current="true"/g)).toHaveLength(1);
  expect(html).toContain('value="de" lang="de" dir="ltr" aria-current="true"');
});

test("strings of others are escaped, and no script is needed", () => {
  const html = renderLanguagePage(MODEL);
  expect(html).not.toContain("<script");
  expect(html).not.toContain("<b>Sale");
});
