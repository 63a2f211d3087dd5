import { describe, expect, test } from "vitest";
import { compileTemplate } from "@/lib/domain/custom-page/compile-template";
import { PLAIN_THEME, type Theme } from "@/lib/domain/theme/theme";
import { contentSecurityPolicy } from "./content-security-policy";
import { renderPreview } from "./preview-page";
import { PREVIEW_STATES } from "./preview-states";
import { toPageTheme } from "./to-page-theme";

const HASH = "0123456789abcdef0123456789abcdef";
const themed = (changes: Partial<Theme>) => {
  const published = { revision: "", theme: { ...PLAIN_THEME, ...changes }, assets: {} };
  const theme = toPageTheme("demo", published, (hash) => `/files/${hash}`);
  return { name: "Northwind", colour: "#2563eb", logoUrl: null, theme };
};
const preview = (state: string, changes: Partial<Theme> = {}, language: "en" | "ar" = "en") =>
  renderPreview({ state, language, brand: themed(changes), eventName: "Spring" }) ?? "";

const SPRING = { language: "en", brand: themed({}), eventName: "Spring" } as const;

const SCREENS = PREVIEW_STATES.filter(({ id }) => !id.startsWith("message:"));

test.each(SCREENS)("the example of $id is in that state", ({ id }) => {
  expect(preview(id)).toContain(`<body data-screen="${id}"`);
});

test("every state and message can be shown, in a language that runs the other way too", () => {
  expect(SCREENS.length).toBeGreaterThan(20);
  expect(PREVIEW_STATES.length).toBeGreaterThan(SCREENS.length + 30);
  for (const { id } of PREVIEW_STATES) {
    const page = preview(id, {}, "ar");
    expect(page).toContain('dir="rtl"');
    expect(page).toContain("<h1");
    expect(page).not.toMatch(/<script|<noscript|http-equiv/);
  }
  expect(
    renderPreview({ state: "x", language: "en", brand: themed({}), eventName: "" }),
  ).toBeNull();
});

test("an operator's message stands in place of the example, as words", () => {
  const page = renderPreview({ ...SPRING, state: "before", message: "<b>At ten</b>" });
  expect(page).toContain("&lt;b&gt;At ten&lt;/b&gt;");
  const waiting = renderPreview({ ...SPRING, state: "waiting", message: "At ten" });
  expect(waiting).toContain("At ten");
  expect(waiting).not.toContain("Doors open");
});

test("a customer's own HTML stands around every state, and nothing in it runs", () => {
  const own = "<h1>{{customerName}}: {{ahead}}</h1><img onerror='a()' src=x>{{{status}}}";
  const { template } = compileTemplate(own);
  expect(template).not.toBeNull();
  for (const { id } of SCREENS) {
    const page = renderPreview({ ...SPRING, state: id, template }) ?? "";
    expect(page).toContain(`data-screen="${id}"`);
    expect(page).toContain("Northwind: ");
    expect(page).not.toMatch(/<script|<noscript|http-equiv|onerror/);
  }
  const waiting = renderPreview({ ...SPRING, state: "waiting", template });
  expect(waiting).toContain("Northwind: 1,203");
});

test("an event's own opening is shown in its time zone, and a draw only where there is one", () => {
  const startAtMs = Date.UTC(2027, 11, 10, 10);
  const before = (isDrawn: boolean, preQueueMinutes = 15) =>
    renderPreview({
      ...{ ...SPRING, state: "before", timeZone: "Europe/Vienna" },
      opening: { isDrawn, startAtMs, preQueueMinutes },
    }) ?? "";
  expect(before(true)).toMatch(/December 10 at 11:00.AM/);
  expect(before(true)).toMatch(/December 10 at 10:45.AM/);
  expect(before(true)).toMatch(/drawn at random/);
  expect(before(false)).not.toMatch(/drawn at random/);
  expect(before(false, 0)).not.toMatch(/10:45/);
});

test("marked texts make the same page, and every headline says which text it is", () => {
  const unmark = (page: string) =>
    page.replace(/<style>x-text.*?<\/style>/, "").replace(/<\/?x-text[^>]*>/g, "");
  for (const { id } of PREVIEW_STATES) {
    for (const language of ["en", "ar"] as const) {
      const asked = { ...SPRING, language, state: id };
      const marked = renderPreview({ ...asked, isMarked: true }) ?? "";
      expect(unmark(marked)).toBe(renderPreview(asked));
      expect(marked).toMatch(/<h1[^>]*><x-text data-text="[\w.-]+">/);
    }
  }
});

test("marks stand in no attribute and no title", () => {
  const page = renderPreview({ ...SPRING, state: "waiting", isMarked: true }) ?? "";
  expect(page).not.toMatch(/[\ue000-\ue019]/);
  expect(page).toContain('<x-text data-text="screen.lineTitle">You are in line</x-text>');
  expect(page).toMatch(/<title>[^<]+<\/title>/);
});

describe("a theme", () => {
  test("cannot end the style sheet or the tag that it stands in", () => {
    const family = '"}</style><script>alert(1)</script>';
    const brand = themed({ font: { asset: `${HASH}")}</style><script>`, family } });
    const page =
      renderPreview({ state: "waiting", language: "en", brand, eventName: "Spring" }) ?? "";
    expect(page.split("</style>").length).toBe(2);
    expect(page).not.toContain("alert(1)");
  });

  test("that is always light or dark says so to browsers, and has one logo", () => {
    const logo = { light: HASH, dark: HASH };
    const auto = preview("waiting", { logo });
    expect(auto).toContain('<source media="(prefers-color-scheme:dark)"');
    const dark = preview("waiting", { logo, appearance: "dark" });
    expect(dark).toContain('<meta name="color-scheme" content="dark">');
    expect(dark).not.toContain("<source");
  });

  test("has a policy of its own for its styles, and fonts only where it has one", () => {
    const plain = contentSecurityPolicy(themed({}));
    const plainly = contentSecurityPolicy(themed({ arrangement: "plain" }));
    expect(plain).not.toBe(plainly);
    expect(plain).not.toContain("font-src");
    const font = { asset: HASH, family: "House" };
    expect(contentSecurityPolicy(themed({ font }))).toContain("font-src 'self'");
  });

  test("says other words in its languages, and leaves the others", () => {
    const texts = { en: { "screen.lineTitle": "Nearly <b>home</b>" } };
    expect(preview("waiting", { texts })).toContain("Nearly &lt;b&gt;home&lt;/b&gt;");
    expect(preview("waiting", { texts }, "ar")).not.toContain("Nearly");
  });
});

test("before the start nothing is said of a place that nobody has yet", () => {
  expect(preview("before")).toContain('id="kept-note" hidden');
  expect(preview("waiting")).not.toContain('id="kept-note" hidden');
});
