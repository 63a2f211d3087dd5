import { HEALTH_TABLE, type Health, type HealthCode } from "./health";
import { repeat } from "./repeat";

const EVERY_MS = 500;
/** At the start nobody has answered yet. */
const GRACE_MS = 6_000;

export type HealthLog = {
  /** Once when something is wrong. */
  readonly onFinding: (code: HealthCode, text: string) => void;
  /** Once when it is right again. */
  readonly onRecovery: (code: HealthCode, text: string) => void;
};

/** Says once in the log what `/health/ready` finds from then on, and once that it is over. */
export function tellHealth(health: () => Health, { onFinding, onRecovery }: HealthLog) {
  let known: readonly HealthCode[] = [];
  const beganAtMs = performance.now();
  return repeat(async () => {
    if (performance.now() - beganAtMs < GRACE_MS) return;
    // That it starts or ends says the process itself, and what is unsafe says so with what to set.
    const now = health()
      .findings.map(({ code }) => code)
      .filter((code) => !code.startsWith("process.") && code !== "redis.unsafe");
    const before = known;
    known = now;
    for (const code of now) if (!before.includes(code)) onFinding(code, HEALTH_TABLE[code].means);
    for (const code of before)
      if (!now.includes(code)) onRecovery(code, `Resolved: ${HEALTH_TABLE[code].means}`);
  }, EVERY_MS);
}
