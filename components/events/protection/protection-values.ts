import { CALM, type Protection } from "@/lib/domain/protection/protection";
import { cleanRules } from "./rule-values";

/** What the form holds of an event's protection: its parts as they are stored, also while it is off. */
export type ProtectionValues = Protection & { isOn: boolean };

export function toProtectionValues(protection: Protection | null): ProtectionValues {
  return { ...(protection ?? CALM), isOn: protection !== null };
}

export function toProtection({ isOn, ...parts }: ProtectionValues): Protection | null {
  return isOn ? { ...parts, rules: cleanRules(parts.rules) } : null;
}
