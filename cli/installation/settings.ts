import { env } from "@/lib/platform/env";
import { wrongSettings } from "@/lib/settings/require-settings";
import { type Finding, type Findings, finder } from "./finding";

export const SETTINGS_FINDINGS: Findings<
  "settings.missing" | "settings.malformed" | "settings.not-production" | "sign-up.open"
> = {
  "settings.missing": {
    severity: "error",
    means: "A required setting is missing.",
    todo: "Set the variable in the finding for all three programs.",
  },
  "settings.malformed": {
    severity: "error",
    means: "A setting is not valid.",
    todo: "Correct it as the finding describes.",
  },
  "settings.not-production": {
    severity: "warning",
    means: "NODE_ENV is not production, so pages are slower and show more error details.",
    todo: "Set NODE_ENV to production or remove it.",
  },
  "sign-up.open": {
    severity: "warning",
    means: "Anyone can sign up as a customer of this installation.",
    todo: "Set SIGN_UP to invite, unless sign-up should be public.",
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
