import type { Guarantee } from "../mutation";

export const SIGNING_IN: Guarantee = {
  document: "docs/security.md",
  title: "Signing in",
  rows: [],
};
