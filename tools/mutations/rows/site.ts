import type { Guarantee } from "../mutation";

export const SITE: Guarantee = {
  document: "docs/security.md",
  title: "At the site",
  rows: [],
};
