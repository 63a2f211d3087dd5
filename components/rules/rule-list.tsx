import { useEffect, useId, useRef } from "react";
import type { RuleTrial } from "@/lib/domain/integration-config/test-rules";
import type { Action } from "@/lib/http/action-result";
import type { RuleIdInput } from "@/lib/services/sites/rule/schemas";
import { DragHandle } from "./drag-handle";
import type { EventOption } from "./event-option";
import { RuleRow } from "./rule-row";
import { RuleRowActions } from "./rule-row-actions";
import type { RuleOrder } from "./use-rule-order";

type RuleListProps = {
  order: RuleOrder;
  events: readonly EventOption[];
  /** One answer per rule while a request is tried out. */
  trials: readonly RuleTrial[] | null;
  canWrite: boolean;
  remove: Action<RuleIdInput, unknown>;
};

/** The rules in the order in which connectors try them; a handle and buttons move a rule up and down. */
export function RuleList({ order, events, trials, canWrite, remove }: RuleListProps) {
  const help = useId();
  const list = useRef<HTMLOListElement>(null);
  const { standing, rules, dropped } = order;
  const canMove = canWrite && standing.length > 1;
  useEffect(() => {
    // A row that goes to another place of the page loses the keyboard's focus.
    if (dropped === null) return;
    list.current?.querySelector<HTMLElement>(`[data-handle="${dropped.id}"]`)?.focus();
  }, [dropped]);
  return (
    <>
      <ol ref={list} aria-label="Rules in order" className="flex flex-col">
        {standing.map((rule, index) => {
          const place = rules.indexOf(rule);
          return (
            <RuleRow
              key={rule.id}
              rule={rule}
              index={place}
              trial={trials?.[place] ?? null}
              events={events}
              isHeld={order.held?.id === rule.id}
              handle={
                canMove ? (
                  <DragHandle rule={rule} index={index} order={order} describedBy={help} />
                ) : null
              }
            >
              {canWrite ? (
                <RuleRowActions
                  rule={rule}
                  isFirst={index === 0}
                  isLast={index === standing.length - 1}
                  move={(by) => order.shift(index, by)}
                  remove={() => remove({ ruleId: rule.id })}
                />
              ) : null}
            </RuleRow>
          );
        })}
      </ol>
      <p id={help} hidden>
        Press space to pick up a rule, arrow keys to move it, and space to drop it.
      </p>
      <p role="status" aria-live="assertive" className="sr-only">
        {order.announcement}
      </p>
    </>
  );
}
