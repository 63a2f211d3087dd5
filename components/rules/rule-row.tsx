import { Chip } from "@heroui/react";
import Link from "next/link";
import type { ReactNode } from "react";
import { cn } from "@/components/shared/class-names";
import type { RuleTrial } from "@/lib/domain/integration-config/test-rules";
import type { ListedRule } from "@/lib/services/rule/rule-view";
import { describeTriggers } from "./rule-words";

type RuleRowProps = {
  rule: ListedRule;
  index: number;
  /** What a request that is being tried out makes of this rule. */
  trial: RuleTrial | null;
  /** The lane that it leads to, as people call it; null where the event decides. */
  laneName: string | null;
  children: ReactNode;
};

/** One rule as a sentence, with what is wrong about it. */
export function RuleRow({ rule, index, trial, laneName, children }: RuleRowProps) {
  return (
    <li
      className={cn(
        "flex flex-wrap items-start gap-x-3 gap-y-1 px-4 py-3 sm:flex-nowrap",
        trial?.decides === true && "bg-success-soft/50",
      )}
    >
      <span className="figures mt-0.5 w-5 shrink-0 text-right text-xs text-muted">{index + 1}</span>
      <div className="min-w-0 flex-1 max-sm:basis-[calc(100%-2rem)]">
        <div className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <Link
            href={`/rules/${rule.id}`}
            className="rounded-sm font-medium outline-none hover:underline focus-visible:focus-ring"
          >
            {rule.name}
          </Link>
          <Chip size="sm" variant="soft" color={rule.actionType === "Queue" ? "accent" : "default"}>
            {rule.actionType === "Ignore"
              ? "Ignore"
              : `${rule.actionType} → ${rule.action.EventId}`}
          </Chip>
          {rule.actionType === "Queue" && rule.alwaysWait ? (
            <Chip size="sm" variant="soft">
              Always wait
            </Chip>
          ) : null}
          {laneName === null ? null : (
            <Chip size="sm" variant="soft">
              Lane: {laneName}
            </Chip>
          )}
          {trial === null ? null : <TrialChip trial={trial} />}
        </div>
        <p className="mt-0.5 text-xs break-words text-muted">{describeTriggers(rule.triggers)}</p>
        <RuleWarnings rule={rule} />
      </div>
      {children}
    </li>
  );
}

function TrialChip({ trial }: { trial: RuleTrial }) {
  if (trial.decides === true) {
    return (
      <Chip size="sm" color="success" variant="primary">
        Matches and decides
      </Chip>
    );
  }
  return (
    <Chip size="sm" variant="tertiary">
      {trial.isMatch === true ? "Matches, but comes later" : "No match"}
    </Chip>
  );
}

function RuleWarnings({ rule }: { rule: ListedRule }) {
  const messages = [
    ...(rule.hiddenBy === null
      ? []
      : [`Never tried: “${rule.hiddenBy}” before it matches everything.`]),
    ...new Set(rule.warnings.map((warning) => warning.message)),
  ];
  return messages.map((message) => (
    <p key={message} className="mt-1 text-xs text-warning-soft-foreground">
      Warning: {message}
    </p>
  ));
}
