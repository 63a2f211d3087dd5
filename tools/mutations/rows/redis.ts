import type { Guarantee } from "../mutation";

export const REDIS_AS_IT_IS_RUN: Guarantee = {
  document: "docs/guarantees.md",
  title: "Redis as it is run",
  rows: [],
};
