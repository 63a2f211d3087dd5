import type { Guarantee } from "../mutation";

export const ADDRESSES: Guarantee = {
  document: "docs/security.md",
  title: "Addresses that a customer sets",
  rows: [],
};
