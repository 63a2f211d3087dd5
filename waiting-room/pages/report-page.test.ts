import { build } from "esbuild";
import { expect, test } from "vitest";
import { isLanguage, LANGUAGES, type Language } from "@/lib/domain/page-texts/languages";
import { textsIn } from "@/lib/domain/page-texts/texts-in";
import { UNSIGNED_REPORT } from "@/test/published-report";
import { contentSecurityPolicy } from "./content-security-policy";
import { REPORT_STYLES_HASH, renderReportPage } from "./report-page";
import { styleHash } from "./styles";

const BRAND = { name: "Northwind", colour: "#2563eb", logoUrl: null };
const REPORT = { ...UNSIGNED_REPORT, publicKey: "A".repeat(43) };

function pageIn(language: Language, changes: Partial<typeof REPORT> = {}): string {
  return renderReportPage({
    ...{ language, locale: language, texts: textsIn(language), brand: BRAND },
    report: { ...REPORT, ...changes },
    filePath: "/report/demo/sale/x.json",
    drawPath: "/draw/demo/sale/3/verify",
    languagePath: "/line/demo/sale/language",
    scriptUrl: "/assets/report-1a2b.js",
  });
}

test.each(Object.keys(LANGUAGES).filter(isLanguage))(
  "in %s every figure is on the page and no variable is left",
  (language) => {
    const html = pageIn(language).replace(/<script.*?<\/script>/gs, "");
    const numbers = new Intl.NumberFormat(language);
    for (const value of [160, 20, 140, 100, 15, 10])
      expect(html).toContain(`<td>${numbers.format(value)}</td>`);
    expect(html).not.toMatch(/[{]\w+[}]/);
    expect(html).toContain('datetime="2025-11-28T10:00:00.000Z"');
  },
);

test("says what kept the rules and what did not", () => {
  const fair = pageIn("en");
  expect(fair).toContain("The pace was kept. Fullest 60 seconds: 60 admitted, 60 allowed.");
  expect(fair).toContain("nobody was admitted after a higher number");
  expect(fair).toContain("such as by a staff link: 2.");
  expect(fair).toContain("up to 2 minutes");
  const { figures } = REPORT;
  const unfair = pageIn("en", {
    figures: {
      ...figures,
      fullestMinute: { ratio: 2, admitted: 120, allowed: 60, atMs: 0 },
      order: { afterHigher: 7, inversions: 2, furthest: 90 },
      numbersTwice: 4,
      totals: { ...figures.totals, outOfTurn: 3 },
    },
    draw: { commitment: "", file: "", members: 9, verdict: "tampered", findings: [] },
  });
  expect(unfair).toContain("The pace was exceeded.");
  expect(unfair).toContain("Admitted after a higher number: 7.");
  expect(unfair).toContain("Admitted ahead of their turn by the organiser: 3.");
  expect(unfair).toContain("Numbers admitted more than once: 4.");
  expect(unfair).toContain("The draw was tampered with.");
  expect(unfair).toContain('href="/draw/demo/sale/3/verify"');
  expect(pageIn("en", { method: "random" })).toContain("at random");
});

test("a report of a version that counted no people has its admissions", () => {
  const { people: _, ...older } = REPORT;
  const html = renderReportPage({
    ...{ language: "en", locale: "en", texts: textsIn("en"), brand: BRAND, report: older },
    ...{ filePath: "/f", drawPath: "/d", languagePath: "/l", scriptUrl: "/s" },
  });
  expect(html).toContain('<th scope="row">Admitted</th><td>100</td>');
});

test("without JavaScript nothing is offered that needs it, and the page says what to use instead", () => {
  const [main = ""] = /<main.*<\/main>/s.exec(pageIn("en")) ?? [];
  for (const [button] of main.matchAll(/<button[^>]*>/g)) expect(button).toContain(" hidden");
  expect(main).toMatch(/<noscript>.*command line tool/s);
  expect(main).toContain("stanchion verify-fairness report.json --key=AAA");
});

test("names of the report stay text, and the page needs nothing that its policy forbids", () => {
  const html = pageIn("en", { event: { id: "sale", name: "</script><img src=x>" } });
  expect(html).not.toContain("<img");
  const styles = [...html.matchAll(/<style>(.*?)<\/style>/gs)].map(([, text = ""]) => text);
  const policy = contentSecurityPolicy(BRAND, [], [], false, REPORT_STYLES_HASH);
  expect(styles).toHaveLength(2);
  for (const style of styles) expect(policy).toContain(styleHash(style));
  expect(html).not.toMatch(/ style=| on\w+=/);
});

test("the script that checks a report is self-contained and small", async () => {
  const { outputFiles } = await build({
    entryPoints: ["waiting-room/client/report.ts"],
    ...{ bundle: true, minify: true, format: "iife", target: "es2022", write: false },
  });
  const [script] = outputFiles;
  expect(script?.text).not.toMatch(/\brequire\(|\bimport\b/);
  expect(script?.contents.length).toBeLessThan(12 * 1024);
});
