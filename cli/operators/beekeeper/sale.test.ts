import { expect, test } from "vitest";
import { parseManifest } from "../manifest/parse-manifest";
import { eventIdOf, PROBLEMS, type Sale, saleManifest } from "./sale";

const sale: Sale = {
  name: "Spring sale: day 1",
  protectedUrl: "https://www.shop.example/cart",
  ratePerMinute: 300,
  finalUrl: "https://shop.example/drop",
  isDynamic: true,
};

test("the answers make a file that can be applied", () => {
  const read = parseManifest(saleManifest(sale), () => undefined);
  expect(read).toMatchObject({ ok: true });
  expect(read.ok && read.value.manifest.events).toMatchObject({
    springsaleday1: {
      name: "Spring sale: day 1",
      targetUrl: "https://shop.example/drop",
      allowedHosts: ["www.shop.example"],
      outflowPerMinute: 300,
      governor: { healthUrl: "https://www.shop.example/cart", timeoutMs: 5_000 },
    },
  });
  const plain = saleManifest({ ...sale, protectedUrl: "", isDynamic: false });
  expect(plain).not.toMatch(/governor|allowedHosts/);
  expect(parseManifest(plain, () => undefined)).toMatchObject({ ok: true });
});

test("what a name says stands in the id", () => {
  expect(eventIdOf("Été 2027")).toBe("ete2027");
  expect(eventIdOf("x".repeat(40))).toBe("x".repeat(20));
  expect(eventIdOf("日本")).toBe(null);
});

test.each([
  ["rate", "10", true],
  ["rate", "3000", true],
  ["rate", "9", false],
  ["rate", "3001", false],
  ["rate", "1e2", false],
  ["url", "https://shop.example/", true],
  ["url", "shop.example", false],
  ["url", "javascript:alert(1)", false],
  ["name", "ab", false],
  ["choice", "Yes", true],
  ["choice", "maybe", false],
] as const)("%s %s", (question, text, isFine) => {
  expect(PROBLEMS[question](text) === null).toBe(isFine);
});
