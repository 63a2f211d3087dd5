import Link from "next/link";
import type { ReactNode } from "react";
import { Chip } from "@/components/ui/chip";
import { cn } from "@/components/ui/class-names";
import { triggersSentence } from "@/lib/domain/integration-config/rule-sentence";
import type { RuleTrial } from "@/lib/domain/integration-config/test-rules";
import type { ListedRule } from "@/lib/services/sites/rule/rule-view";
import { type EventOption, laneNameOf } from "./event-option";
import { actionWords, eventIdOf } from "./rule-words";
import { Sentence } from "./sentence";

type RuleRowProps = {
  rule: ListedRule;
  index: number;
  /** What a request that is being tried out makes of this rule. */
  trial: RuleTrial | null;
  events: readonly EventOption[];
  /** Somebody moves it. */
  isHeld: boolean;
  handle: ReactNode;
  children: ReactNode;
};

/** One rule as a sentence, with what is wrong about it. */
export function RuleRow(props: RuleRowProps) {
  const { rule, index, trial, events, isHeld, handle, children } = props;
  const laneName = laneNameOf(rule, events);
  return (
    <li
      style={{ order: index }}
      className={cn(
        "border-b border-separator flex flex-wrap items-start gap-x-2 gap-y-1 py-3 pr-4 pl-3 sm:flex-nowrap",
        trial?.decides === true && "bg-success-soft/50",
        isHeld && "relative z-10 bg-surface-secondary shadow-surface",
      )}
    >
      {handle}
      <span className="figures mt-1.5 w-5 shrink-0 text-right text-xs text-muted">{index + 1}</span>
      <div
        className={cn(
          "mt-1 min-w-0 flex-1",
          handle === null ? "max-sm:basis-[calc(100%-2rem)]" : "max-sm:basis-[calc(100%-5rem)]",
        )}
      >
        <div className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <Link
            href={`/rules/${rule.id}`}
            className="min-w-0 rounded-sm font-medium break-words outline-none hover:underline focus-visible:focus-ring"
          >
            {rule.name}
          </Link>
          {rule.actionType === "Queue" && rule.alwaysWait ? (
            <Chip size="sm" variant="soft">
              Always show the waiting page
            </Chip>
          ) : null}
          {laneName === null ? null : (
            <Chip size="sm" variant="soft">
              Lane: {laneName}
            </Chip>
          )}
          {trial === null ? null : <TrialChip trial={trial} />}
        </div>
        <p className="mt-0.5 text-sm break-words text-muted">
          When <Sentence pieces={triggersSentence(rule.triggers)} />,{" "}
          {actionWords({ actionType: rule.actionType, eventId: eventIdOf(rule) }, events)}.
        </p>
        <RuleWarnings rule={rule} />
      </div>
      {children}
    </li>
  );
}

function TrialChip({ trial }: { trial: RuleTrial }) {
  if (trial.decides) {
    return (
      <Chip size="sm" color="success" variant="primary">
        Applies
      </Chip>
    );
  }
  return (
    <Chip size="sm" variant="tertiary">
      {trial.isMatch ? "Matches, not reached" : "No match"}
    </Chip>
  );
}

function RuleWarnings({ rule }: { rule: ListedRule }) {
  const messages = [
    ...(rule.hiddenBy === null
      ? []
      : [`Never reached: “${rule.hiddenBy}” above matches everything.`]),
    ...new Set(rule.warnings.map((warning) => warning.message)),
  ];
  return messages.map((message) => (
    <p key={message} className="mt-1 text-xs text-warning-soft-foreground">
      Warning: {message}
    </p>
  ));
}
