import { expect, test } from "vitest";
import { type Figures, figureAt, isMet } from "./benchmark";

const FIGURES: Figures = { rate: 10, p99Ms: { near: 2, far: Number.NaN } };

test("a figure is found by its path", () => {
  expect(figureAt(FIGURES, "rate")).toBe(10);
  expect(figureAt(FIGURES, "p99Ms.near")).toBe(2);
  expect(figureAt(FIGURES, "p99Ms")).toBeUndefined();
  expect(figureAt(FIGURES, "rate.near")).toBeUndefined();
});

test("a bar is met at its limit, and never by what was not measured", () => {
  expect(isMet(FIGURES, { figure: "rate", atLeast: 10 })).toBe(true);
  expect(isMet(FIGURES, { figure: "rate", atLeast: 10.1 })).toBe(false);
  expect(isMet(FIGURES, { figure: "p99Ms.near", atMost: 2 })).toBe(true);
  expect(isMet(FIGURES, { figure: "p99Ms.near", atMost: 1.9 })).toBe(false);
  expect(isMet(FIGURES, { figure: "p99Ms.far", atMost: 100 })).toBe(false);
  expect(isMet(FIGURES, { figure: "gone", atMost: 100 })).toBe(false);
});
