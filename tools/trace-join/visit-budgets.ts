import { readFileSync, writeFileSync } from "node:fs";
import { projectPath } from "@/tools/stack/paths";
import type { Visit, VisitCost } from "./visit-costs";

type VisitCosts = Readonly<Record<Visit, VisitCost>>;

const FILE = projectPath("test/waiting-room/visit-budgets.json");

/** What visits may cost: what they cost when the file was written last. */
export function readBudgets(): VisitCosts {
  return JSON.parse(readFileSync(FILE, "utf8"));
}

/** From now on visits may cost this much. */
export function writeBudgets(costs: VisitCosts): void {
  writeFileSync(FILE, `${JSON.stringify(costs, null, 2)}\n`);
}
