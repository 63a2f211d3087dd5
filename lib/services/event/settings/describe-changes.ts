import type { SettingDifference } from "@/lib/domain/setting-differences/differ";
import { differenceSentence } from "@/lib/domain/setting-differences/setting-differences";

/** Changes of settings as the audit log holds them, behind who did what. */
export function changesForAudit(did: string, changes: readonly SettingDifference[]) {
  return {
    summary: `${did}: ${changes.map(differenceSentence).join(", ")}`,
    details: { changes: changes.map(({ field, label, from, to }) => ({ field, label, from, to })) },
  };
}
