import type { Guarantee } from "../mutation";

export const CONSOLE: Guarantee = {
  document: "docs/security.md",
  title: "The console's pages",
  rows: [],
};
