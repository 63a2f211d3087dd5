/** What decides when a line begins to form at an event at which nobody waits. */
export type SafetyNet = {
  readonly kind: "always-on" | "scheduled";
  readonly outflowPerMinute: number;
  readonly activeCap: number | null;
  readonly safetyNetPerMinute: number | null;
  readonly safetyNetActive: number | null;
};

type Problem = {
  readonly field: "safetyNetPerMinute" | "safetyNetActive";
  readonly reason: string;
};

/**
 * Why a safety net cannot be meant so. Below the outflow a line would form that the outflow empties at once, so that
 * visitors saw the page for nothing; above the active cap it would never be reached.
 */
export function safetyNetProblem(event: SafetyNet): Problem | null {
  const { kind, outflowPerMinute, activeCap, safetyNetPerMinute, safetyNetActive } = event;
  const set = safetyNetPerMinute === null ? "safetyNetActive" : "safetyNetPerMinute";
  if (kind !== "always-on" && (event[set] ?? null) !== null) {
    return { field: set, reason: "Only always-on events have a safety net. Leave this empty." };
  }
  if (safetyNetPerMinute !== null && safetyNetPerMinute < outflowPerMinute) {
    const reason = `Must be at least the outflow (${outflowPerMinute}).`;
    return { field: "safetyNetPerMinute", reason };
  }
  if (safetyNetActive !== null && activeCap !== null && safetyNetActive > activeCap) {
    const reason = `Must be at most the active cap (${activeCap}).`;
    return { field: "safetyNetActive", reason };
  }
  return null;
}
