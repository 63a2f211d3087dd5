import type { Guarantee } from "../mutation";

export const STOCK: Guarantee = {
  document: "docs/guarantees.md",
  title: "Stock",
  rows: [],
};
