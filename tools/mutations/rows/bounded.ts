import type { Guarantee } from "../mutation";

export const BOUNDED: Guarantee = {
  document: "docs/guarantees.md",
  title: "Bounded work",
  rows: [],
};
