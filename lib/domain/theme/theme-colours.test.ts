import { describe, expect, test } from "vitest";
import { contrast } from "@/lib/domain/brand/colour";
import { PLAIN_THEME, type SurfaceColours, type Theme } from "./theme";
import { colourProblems, MODES, pageColours } from "./theme-colours";

const NONE: SurfaceColours = { page: null, card: null, text: null };
const inLight = (light: Partial<SurfaceColours>): Theme["colours"] => ({
  brand: null,
  light: { ...NONE, ...light },
  dark: NONE,
});
const SHADES = ["#000000", "#1b2a4a", "#7a7a7a", "#c0ffee", "#ffd400", "#ffffff"];

test("whatever colours are taken, every text can be read on what it stands on", () => {
  for (const brand of SHADES)
    for (const page of [null, ...SHADES])
      for (const card of [null, ...SHADES]) {
        const colours = { ...inLight({ page, card }), brand };
        if (colourProblems(colours).length > 0) continue;
        for (const mode of MODES) {
          const made = pageColours(colours, mode, "#2563eb");
          const pairs = [made.text, made.soft, made.accent].flatMap((text) => [
            contrast(text, made.page),
            contrast(text, made.card),
          ]);
          const least = Math.min(...pairs, contrast(made.onAccent, made.accent));
          expect({ brand, page, card, mode, ok: least >= 4.5 }).toMatchObject({ ok: true });
        }
      }
});

describe("what a customer has to change", () => {
  test.each([
    ["a faint text", { text: "#cccccc" }, "colours.light.text", "is 1.5"],
    [
      "a text for a dark card on a light page",
      { card: "#101010", text: "#ffffff" },
      "colours.light.text",
      "on the page",
    ],
    [
      "a light page and a dark card",
      { page: "#ffffff", card: "#000000" },
      "colours.light.card",
      "two light or two dark",
    ],
  ])("%s", (_what, light, field, reason) => {
    const [problem] = colourProblems(inLight(light));
    expect(problem).toMatchObject({ field });
    expect(problem?.reason).toContain(reason);
  });

  test("is nothing where the colours can be read", () => {
    expect(colourProblems(PLAIN_THEME.colours)).toEqual([]);
    expect(colourProblems(inLight({ page: "#102030" }))).toEqual([]);
    expect(colourProblems(inLight({ page: "#fff8e7", text: "#3b2f2f" }))).toEqual([]);
  });

  test("says a colour that would do", () => {
    const [problem] = colourProblems(inLight({ text: "#aaaaaa" }));
    const suggested = /for example (#[0-9a-f]{6})/.exec(problem?.reason ?? "")?.[1] ?? "";
    expect(colourProblems(inLight({ text: suggested }))).toEqual([]);
  });
});

test("the event's colour counts where the theme has none", () => {
  expect(pageColours(PLAIN_THEME.colours, "light", "#aa0000").brand).toBe("#aa0000");
  const own = { ...PLAIN_THEME.colours, brand: "#00aa00" };
  expect(pageColours(own, "light", "#aa0000").brand).toBe("#00aa00");
});
