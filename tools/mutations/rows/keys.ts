import type { Guarantee } from "../mutation";

export const KEYS: Guarantee = {
  document: "docs/security.md",
  title: "Keys, secrets and scopes",
  rows: [],
};
