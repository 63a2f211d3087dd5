import type { Guarantee } from "../mutation";

export const LIMITS: Guarantee = {
  document: "docs/security.md",
  title: "Too much, too often",
  rows: [],
};
