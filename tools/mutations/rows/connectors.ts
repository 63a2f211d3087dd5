import type { Guarantee } from "../mutation";

export const CONNECTORS: Guarantee = {
  document: "docs/connectors/README.md",
  title: "What holds",
  rows: [],
};
