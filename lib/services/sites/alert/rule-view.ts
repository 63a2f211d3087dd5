import type { AlertRule } from "@/lib/db/generated/client";
import type { AlertSeverity } from "@/lib/domain/alert/alert-state";

export type AlertRuleView = {
  readonly id: string;
  readonly name: string;
  readonly types: readonly string[];
  /** Null: all events. */
  readonly eventIds: readonly string[] | null;
  /** None: it tells nobody. */
  readonly channelIds: readonly string[];
  readonly severity: AlertSeverity;
  readonly afterMinutes: number;
  readonly groupMinutes: number;
  readonly quietFrom: string | null;
  readonly quietUntil: string | null;
  readonly isOn: boolean;
  readonly version: number;
  readonly createdAt: string;
};

export function toRuleView(row: AlertRule): AlertRuleView {
  const { id, name, types, channelIds, severity, afterMinutes, groupMinutes } = row;
  const { quietFrom, quietUntil, isOn, version } = row;
  return {
    ...{ id, name, types, channelIds, severity, afterMinutes, groupMinutes },
    ...{ quietFrom, quietUntil, isOn, version },
    eventIds: row.eventIds.length === 0 ? null : row.eventIds,
    createdAt: row.createdAt.toISOString(),
  };
}
