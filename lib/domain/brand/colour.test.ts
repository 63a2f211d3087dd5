import fc from "fast-check";
import { expect, test } from "vitest";
import { EVENT_DEFAULTS } from "@/lib/domain/event/defaults";
import { brandColours, contrast, SURFACES } from "./colour";

const anyColour = fc
  .integer({ min: 0, max: 0xffffff })
  .map((value) => `#${value.toString(16).padStart(6, "0")}`);

test("text is readable with every brand colour, in both themes", () => {
  fc.assert(
    fc.property(anyColour, (colour) => {
      const colours = brandColours(colour);
      const weakest = Math.min(
        contrast(colours.accentLight, SURFACES.light),
        contrast(colours.accentDark, SURFACES.dark),
        contrast(colours.accentLight, colours.onAccentLight),
        contrast(colours.accentDark, colours.onAccentDark),
      );
      expect(weakest).toBeGreaterThanOrEqual(4.5);
    }),
    { numRuns: 500 },
  );
});

test("a colour that is readable as it is stays as it is", () => {
  expect(brandColours("#1D4ED8").accentLight).toBe("#1d4ed8");
});

test.each(["red", "#fff", "#12345g", "#000000}body{display:none", ""])(
  "%j is no colour and gives the default",
  (colour) => {
    expect(brandColours(colour)).toEqual(brandColours(EVENT_DEFAULTS.brandColour));
  },
);

test("contrast is that of WCAG", () => {
  expect(contrast("#000000", "#ffffff")).toBeCloseTo(21, 5);
  expect(contrast("#777777", "#ffffff")).toBeCloseTo(4.48, 2);
});
