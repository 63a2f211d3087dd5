import { ArrowRight, ArrowUpDown, Minus, Pencil, Plus } from "lucide-react";
import { cn } from "@/components/ui/class-names";
import type {
  FieldDifference,
  RuleDifference,
} from "@/lib/domain/integration-config/rule-differences";

const LOOKS = {
  added: { icon: Plus, word: "Added", className: "bg-success-soft text-success-soft-foreground" },
  removed: {
    icon: Minus,
    word: "Removed",
    className: "bg-danger-soft text-danger-soft-foreground",
  },
  changed: {
    icon: Pencil,
    word: "Changed",
    className: "bg-accent-soft text-accent-soft-foreground",
  },
  moved: { icon: ArrowUpDown, word: "Moved", className: "bg-surface-secondary text-muted" },
} as const;

/** What is different, rule by rule and field by field. */
export function DifferenceList({ differences }: { differences: readonly RuleDifference[] }) {
  return (
    <ul aria-label="Differences" className="divide-y divide-separator">
      {differences.map((difference) => (
        <Difference key={`${difference.kind} ${difference.name}`} difference={difference} />
      ))}
    </ul>
  );
}

function Difference({ difference }: { difference: RuleDifference }) {
  const { kind, name, fields } = difference;
  const { icon: Icon, word, className } = LOOKS[kind];
  return (
    <li className="px-4 py-3 text-sm">
      <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
        <span
          className={cn(
            "inline-flex items-center gap-1 rounded-md px-1.5 py-0.5 text-xs font-medium",
            className,
          )}
        >
          <Icon aria-hidden className="size-3" />
          {word}
        </span>
        <span className="min-w-0 font-medium break-words">{name}</span>
        <span className="text-xs text-muted">{placeWords(difference)}</span>
      </p>
      {fields.length === 0 ? null : (
        <dl className="mt-2 grid gap-x-4 gap-y-1.5 text-xs sm:grid-cols-[8rem_minmax(0,1fr)]">
          {fields.map((field) => (
            <Field key={field.label} field={field} />
          ))}
        </dl>
      )}
    </li>
  );
}

function Field({ field: { label, before, after } }: { field: FieldDifference }) {
  return (
    <>
      <dt className="text-muted">{label}</dt>
      <dd className="min-w-0 break-words max-sm:mb-1">
        {before === null ? null : (
          <del className="text-muted decoration-danger/60">
            <span className="sr-only">Before: </span>
            {before}
          </del>
        )}
        {before === null || after === null ? null : (
          <ArrowRight aria-hidden className="mx-1.5 inline size-3 text-muted" />
        )}
        {after === null ? null : (
          <ins className="no-underline">
            <span className="sr-only">After: </span>
            {after}
          </ins>
        )}
        {before !== null && after === null ? <span className="sr-only">After: nothing</span> : null}
      </dd>
    </>
  );
}

function placeWords({ from, to, isMoved }: RuleDifference): string {
  if (from === null) return `as rule ${to}`;
  if (to === null) return `was rule ${from}`;
  return isMoved ? `from position ${from} to ${to}` : "";
}
