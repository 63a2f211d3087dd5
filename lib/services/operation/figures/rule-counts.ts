import { db } from "@/lib/db/client";
import { ruleOfCount } from "@/lib/domain/access-rule/rule-count";
import { MINUTES_PER_ROW } from "@/lib/domain/figures/figures";
import { getEventOfCustomer } from "@/lib/services/event/change/find-event";
import { eventIdInput } from "@/lib/services/event/settings/inputs";
import { defineVerb } from "@/lib/services/ground/define-verb";

/** How often an access rule has decided. */
export type RuleCountView = {
  readonly rule: number;
  /** In the present run of the event. */
  readonly inRun: number;
  /** In this hour and the one before it. */
  readonly lately: number;
};

const HOUR_MS = MINUTES_PER_ROW * 60_000;

/**
 * How often each access rule of an event has decided; rules that never did are left out. What happened in the last
 * seconds is on its way.
 */
export const countRules = defineVerb(
  "event:read",
  eventIdInput,
  async (context, { eventId }): Promise<readonly RuleCountView[]> => {
    const event = await getEventOfCustomer(db(), context, eventId);
    const rows = await db().hourFigure.findMany({
      where: {
        kind: { startsWith: "rule-" },
        run: { eventId: event.id, number: event.currentRun },
      },
      select: { kind: true, hour: true, counts: true },
    });
    const lateHour = Math.floor(Date.now() / HOUR_MS) - 1;
    const byRule = new Map<number, RuleCountView>();
    for (const { kind, hour, counts } of rows) {
      const rule = ruleOfCount(kind);
      if (rule === null) continue;
      const sum = counts.reduce((total, count) => total + count, 0);
      const { inRun, lately } = byRule.get(rule) ?? { inRun: 0, lately: 0 };
      const isLate = hour >= lateHour;
      byRule.set(rule, { rule, inRun: inRun + sum, lately: lately + (isLate ? sum : 0) });
    }
    return [...byRule.values()].sort((one, other) => one.rule - other.rule);
  },
);
