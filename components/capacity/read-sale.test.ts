import { expect, test } from "vitest";
import { readSale } from "./read-sale";

const read = (query: string) => readSale(new URLSearchParams(query));

test("an address without a sale shows an example that can be calculated", () => {
  const { isExample, sale, problems } = read("");
  expect(isExample).toBe(true);
  expect(sale).not.toBeNull();
  expect(problems).toEqual({});
});

test("an address says the whole sale, with numbers as people write them", () => {
  const { isExample, sale } = read(
    "visitors=1,000,000&within=10&outflow=6+000&arrival=even&cdn=yes",
  );
  expect(isExample).toBe(false);
  expect(sale).toEqual({
    ...{ visitors: 1_000_000, arriveWithinMinutes: 10, outflowPerMinute: 6_000 },
    ...{ arrival: "even", usesCdn: true },
  });
});

test("a rush without a CDN is what nothing is said of", () => {
  expect(read("visitors=10&within=1&outflow=1&arrival=x&cdn=no").sale).toMatchObject({
    ...{ arrival: "rush", usesCdn: false },
  });
});

test.each([
  ["visitors=0&within=10&outflow=10", "visitors"],
  ["visitors=1000000001&within=10&outflow=10", "visitors"],
  ["visitors=10&within=1.5&outflow=10", "within"],
  ["visitors=10&within=10&outflow=-1", "outflow"],
  ["visitors=10&within=10&outflow=1e3", "outflow"],
  ["visitors=10&within=10", "outflow"],
  ["visitors=<b>&within=10&outflow=10", "visitors"],
])("%s is refused at its field, and what was typed stays", (query, field) => {
  const { sale, problems, asked } = read(query);
  expect(sale).toBeNull();
  expect(Object.keys(problems)).toEqual([field]);
  expect(asked.visitors).toBe(new URLSearchParams(query).get("visitors"));
});
