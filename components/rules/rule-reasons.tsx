import { Check, X } from "lucide-react";
import { cn } from "@/components/ui/class-names";
import type { PublishedPart } from "@/lib/domain/integration-config/model";
import { conditionSentence } from "@/lib/domain/integration-config/rule-sentence";
import type { ConditionTrial, RuleTrial } from "@/lib/domain/integration-config/test-rules";
import { Sentence } from "./sentence";
import type { TriableRule } from "./triable-rule";

type RuleReasonsProps = { rule: TriableRule; place: number; trial: RuleTrial };

/** What each condition of a rule made of the request. */
export function RuleReasons({ rule, place, trial }: RuleReasonsProps) {
  return (
    <li className="py-2 text-xs">
      <p className={cn("font-medium", trial.decides ? "" : "text-muted")}>
        {place}. {rule.name}: {standing(trial)}
      </p>
      {rule.triggers.map((trigger, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: triggers keep their order.
        <div key={index}>
          {index === 0 ? null : <p className="mt-1 pl-5 text-muted">or when</p>}
          {trigger.LogicalOperator === "Or" && trigger.TriggerParts.length > 1 ? (
            <p className="mt-1 pl-5 text-muted">any of these:</p>
          ) : null}
          <ul>
            {trigger.TriggerParts.map((part, partIndex) => {
              const own = trial.triggers[index]?.parts[partIndex];
              return own === undefined ? null : (
                // biome-ignore lint/suspicious/noArrayIndexKey: conditions keep their order.
                <Condition key={partIndex} part={part} trial={own} />
              );
            })}
          </ul>
        </div>
      ))}
    </li>
  );
}

function standing({ decides, isMatch }: RuleTrial): string {
  if (decides) return "applies";
  return isMatch ? "matches, but a previous rule applies" : "does not match";
}

function Condition({ part, trial }: { part: PublishedPart; trial: ConditionTrial }) {
  const Icon = trial.isMet ? Check : X;
  return (
    <li className="mt-1 flex items-start gap-1.5">
      <Icon
        aria-hidden
        className={cn("mt-0.5 size-3.5 shrink-0", trial.isMet ? "text-success" : "text-danger")}
      />
      <span className="min-w-0 break-words">
        <span className="sr-only">{trial.isMet ? "True: " : "False: "}</span>
        <Sentence pieces={conditionSentence(part)} />
        <span className="text-muted"> — {seenWords(trial.seen)}</span>
      </span>
    </li>
  );
}

const SHOWN_MAX = 120;

function seenWords(seen: string | null) {
  if (seen === null) return "not visible to this connector";
  if (seen === "") return "not in the request";
  const shown = seen.length > SHOWN_MAX ? `${seen.slice(0, SHOWN_MAX)}…` : seen;
  return (
    <>
      actual value: <Sentence pieces={[{ value: shown }]} />
    </>
  );
}
