import type { WorkChallenge } from "@/lib/domain/visitor-api/visitor-api";
import type { Asked } from "@/rehearsal/crowd/prove";

/**
 * Proves what is asked as people do whose CAPTCHA vendor is away: some have solved one before that, the widget of the
 * others cannot be loaded; and who is asked for work works.
 */
export function proveWithoutVendor(solve: (challenge: WorkChallenge) => Promise<string>) {
  let asked = 0;
  return async (challenge: Asked): Promise<string> => {
    if (challenge.kind === "work") return solve(challenge);
    asked += 1;
    return asked % 2 === 0 ? "captcha.unloaded" : `captcha.${challenge.seed}.solved-before`;
  };
}
