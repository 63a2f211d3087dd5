import type { Rehearsal } from "@/lib/db/generated/client";
import type { LiveOutcome, LivePlan } from "@/lib/domain/rehearsal/live";
import type { WhatIfOutcome, WhatIfPlan } from "@/lib/domain/rehearsal/what-if";

export type RehearsalState = Rehearsal["state"];

/** A rehearsal as a list shows it. Plain data. */
export type ListedRehearsal = {
  readonly id: string;
  readonly kind: "what-if" | "live";
  readonly name: string;
  readonly state: RehearsalState;
  /** From 0 to 100. */
  readonly progress: number;
  readonly problem: string | null;
  readonly createdBy: string;
  /** ISO 8601, UTC. */
  readonly createdAt: string;
  readonly endedAt: string | null;
  readonly isStopping: boolean;
};

export type WhatIfView = ListedRehearsal & {
  readonly kind: "what-if";
  readonly plan: WhatIfPlan;
  readonly outcome: WhatIfOutcome | null;
};

export type LiveView = ListedRehearsal & {
  readonly kind: "live";
  readonly plan: LivePlan;
  readonly outcome: LiveOutcome | null;
  /** The copy's id on the wire; null once it is removed. */
  readonly copy: string | null;
};

export type RehearsalView = WhatIfView | LiveView;

type ListedColumns = Omit<Rehearsal, "plan" | "outcome">;

export function toListed(row: ListedColumns): ListedRehearsal {
  return {
    id: row.id,
    kind: row.kind === "live" ? "live" : "what-if",
    name: row.name,
    state: row.state,
    progress: row.progress,
    problem: row.problem,
    createdBy: row.createdBy,
    createdAt: row.createdAt.toISOString(),
    endedAt: row.endedAt?.toISOString() ?? null,
    isStopping: row.stopAskedAt !== null && isUnderWay(row.state),
  };
}

export function toRehearsalView(row: Rehearsal): RehearsalView {
  const listed = toListed(row);
  if (row.kind === "live") {
    const plan = stored<LivePlan>(row.plan);
    const outcome = stored<LiveOutcome | null>(row.outcome);
    return { ...listed, kind: "live", plan, outcome, copy: row.copy };
  }
  const plan = stored<WhatIfPlan>(row.plan);
  return { ...listed, kind: "what-if", plan, outcome: stored<WhatIfOutcome | null>(row.outcome) };
}

/** Only verbs and the worker write these columns, each in the shape of the row's kind. */
export function stored<Shape>(value: Rehearsal["plan"] | null): Shape {
  return value as unknown as Shape;
}

export function isUnderWay(state: RehearsalState): boolean {
  return state === "queued" || state === "running";
}
