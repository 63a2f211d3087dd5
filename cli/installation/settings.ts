import { env } from "@/lib/platform/env";
import { wrongSettings } from "@/lib/settings/require-settings";
import { type Finding, type Findings, finder } from "./finding";

export const SETTINGS_FINDINGS: Findings<
  "settings.missing" | "settings.malformed" | "settings.not-production" | "sign-up.open"
> = {
  "settings.missing": {
    severity: "error",
    means: "A setting that a program needs is not set.",
    todo: "Set the variable that the finding names, for all three programs.",
  },
  "settings.malformed": {
    severity: "error",
    means: "A setting is not what it should be.",
    todo: "Set it as the finding says.",
  },
  "settings.not-production": {
    severity: "warning",
    means: "NODE_ENV is set, and not to production: pages are slower and say more about failures.",
    todo: "Set NODE_ENV to production, or take it out.",
  },
  "sign-up.open": {
    severity: "warning",
    means: "Everybody may sign up and become a customer of this installation.",
    todo: "Set SIGN_UP to invite, unless you offer it to everybody.",
  },
};

const found = finder(SETTINGS_FINDINGS);
const PROGRAMS = ["console", "waiting-room", "worker"] as const;

/** What is missing or malformed in the environment of this command, which should be that of the programs. */
export function checkSettings(): Finding[] {
  const sentences = new Set(PROGRAMS.flatMap((program) => wrongSettings(program)));
  const findings = [...sentences].map((sentence) =>
    found(/^Set [A-Z_]+:/.test(sentence) ? "settings.missing" : "settings.malformed", sentence),
  );
  if ((env.mode() ?? "production") !== "production")
    findings.push(found("settings.not-production"));
  if (readsOpen()) findings.push(found("sign-up.open"));
  return findings;
}

function readsOpen(): boolean {
  try {
    return env.signUp() === "open";
  } catch {
    return false;
  }
}
