import { cn } from "@/components/ui/class-names";
import { protectionFacts } from "@/lib/domain/protection/facts";
import type { Protection } from "@/lib/domain/protection/protection";

type LevelFactsProps = {
  /** What is saved; null: no protection. */
  before: Protection | null;
  /** What the form holds. */
  now: Protection | null;
};

/** What the protection of the form does, line by line, and what of it saving changes. */
export function LevelFacts({ before, now }: LevelFactsProps) {
  const former = protectionFacts(before);
  const facts = protectionFacts(now).map((fact, index) => {
    const value = former[index]?.value ?? fact.value;
    return { ...fact, former: value === fact.value ? null : value };
  });
  const changed = facts.filter((fact) => fact.former !== null).length;
  return (
    <div className="flex flex-col gap-2">
      <p className="text-sm font-medium">What this does</p>
      <dl className="divide-y divide-separator rounded-lg border border-border text-sm">
        {facts.map(({ what, value, former: was }) => (
          <div
            key={what}
            className={cn(
              "grid gap-x-4 px-3 py-1.5 sm:grid-cols-[minmax(0,2fr)_minmax(0,3fr)]",
              was === null ? "" : "bg-accent-soft",
            )}
          >
            <dt className={was === null ? "text-muted" : ""}>{what}</dt>
            <dd className="figures">
              {was === null ? null : (
                <>
                  <span className="sr-only">Before: </span>
                  <span className="line-through">{was}</span> <span aria-hidden>→</span>
                  <span className="sr-only">, after saving:</span>{" "}
                </>
              )}
              <span className={was === null ? "" : "font-semibold"}>{value}</span>
            </dd>
          </div>
        ))}
      </dl>
      <p role="status" className="text-xs text-muted">
        {changed === 0
          ? "This is what is saved."
          : `Saving changes ${changed} of these ${facts.length} lines.`}
      </p>
    </div>
  );
}
