import { env } from "@/lib/platform/env";
import { parseMasterKey } from "@/lib/secrets/seal";
import { readKeysStatus } from "@/lib/services/installation/keys/status";
import { type Finding, type Findings, finder } from "./finding";

export const KEY_FINDINGS: Findings<
  "keys.cannot-open" | "keys.former-needed" | "keys.weak" | "keys.shared"
> = {
  "keys.cannot-open": {
    severity: "error",
    means: "Some data in the database is encrypted with a key that is not set.",
    todo: "Add the key to PREVIOUS_MASTER_KEYS. Without it, these secrets are lost and must be recreated in the console.",
  },
  "keys.former-needed": {
    severity: "warning",
    means: "Some data in the database is still encrypted with a former key.",
    todo: "Run stanchion keys rotate, and keep the former key until stanchion keys status exits with 0.",
  },
  "keys.weak": {
    severity: "error",
    means: "MASTER_KEY is not random.",
    todo: "Replace it with 32 random bytes (openssl rand 32 | basenc --base64url -w0 | tr -d =). See docs/keys.md.",
  },
  "keys.shared": {
    severity: "warning",
    means: "NEXTAUTH_SECRET is the same as MASTER_KEY, so leaking one leaks both.",
    todo: "Set NEXTAUTH_SECRET to its own random text. Put the old one in PREVIOUS_NEXTAUTH_SECRETS to keep users signed in.",
  },
};

const found = finder(KEY_FINDINGS);
/** Of 32 random bytes all are letters of ASCII once in 10^13 times. */
const WRITTEN = /^[\x20-\x7e]*$/;

/** Whether the keys themselves are good. */
export function checkKeys(masterKey: string, sessionSecret: string): Finding[] {
  const findings: Finding[] = [];
  if (WRITTEN.test(parseMasterKey(masterKey).bytes.toString("latin1")))
    findings.push(found("keys.weak"));
  if (masterKey === sessionSecret) findings.push(found("keys.shared"));
  return findings;
}

/** Whether they open what is in the database of DATABASE_URL, which has to be up to date. */
export async function checkSealed(): Promise<Finding[]> {
  const { sealed, formerKeyIds, openDrawsOfFormerKeys } = await readKeysStatus();
  const findings: Finding[] = [];
  const unknown = sealed.filter((count) => count.unknown > 0);
  if (unknown.length > 0)
    findings.push(
      found(
        "keys.cannot-open",
        `No key can open ${unknown.map((one) => `${one.unknown} of ${one.name}`).join(", ")}.`,
      ),
    );
  const former = sealed.filter((count) => count.former > 0);
  if (former.length > 0 || (openDrawsOfFormerKeys > 0 && formerKeyIds.length > 0))
    findings.push(found("keys.former-needed"));
  return findings;
}

/** The keys of the environment. */
export function checkKeysOfEnvironment(): Finding[] {
  return checkKeys(env.masterKey(), env.sessionSecret());
}
