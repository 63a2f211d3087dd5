"use client";

import { createContext, type ReactNode, useContext } from "react";
import type { RuleCountView } from "@/lib/services/operation/figures/rule-counts";

const Counts = createContext<readonly RuleCountView[]>([]);

type RuleCountsProps = { counts: readonly RuleCountView[]; children: ReactNode };

/** Gives the rules below it how often each has decided. */
export function RuleCounts({ counts, children }: RuleCountsProps) {
  return <Counts value={counts}>{children}</Counts>;
}

/** How often a rule has decided; null where it never has. */
export function useRuleCount(rule: number): RuleCountView | null {
  return useContext(Counts).find((count) => count.rule === rule) ?? null;
}
