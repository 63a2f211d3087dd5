import { CircleCheck, CircleDashed } from "lucide-react";
import { ButtonLink } from "@/components/shared/button-link";

export type FirstRunStep = {
  readonly title: string;
  readonly description: string;
  readonly href: string;
  readonly action: string;
  readonly isDone: boolean;
};

/** The steps to a first visitor. Each ticks itself, and the list goes once all are done. */
export function FirstRunChecklist({ steps }: { steps: readonly FirstRunStep[] }) {
  const done = steps.filter((step) => step.isDone).length;
  if (done === steps.length) return null;
  const next = steps.findIndex((step) => !step.isDone);
  return (
    <section
      aria-labelledby="first-run"
      className="mb-5 overflow-hidden rounded-3xl bg-surface shadow-surface"
    >
      <div className="flex flex-wrap items-center justify-between gap-2 border-b border-separator px-4 py-3">
        <h2 id="first-run" className="text-sm font-semibold">
          Protect your first page
        </h2>
        <p className="figures text-xs text-muted">
          {done} of {steps.length} done
        </p>
      </div>
      <ol className="divide-y divide-separator">
        {steps.map((step, index) => (
          <li key={step.title} className="flex items-start gap-3 px-4 py-3">
            {step.isDone ? (
              <CircleCheck
                aria-label="Done"
                role="img"
                className="mt-0.5 size-4 shrink-0 text-success"
              />
            ) : (
              <CircleDashed
                aria-label="To do"
                role="img"
                className="mt-0.5 size-4 shrink-0 text-muted"
              />
            )}
            <div className="min-w-0 flex-1">
              <p className={step.isDone ? "text-muted line-through" : "font-medium"}>
                {step.title}
              </p>
              {step.isDone ? null : <p className="text-xs text-muted">{step.description}</p>}
            </div>
            {step.isDone ? null : (
              <ButtonLink href={step.href} variant={index === next ? "primary" : "tertiary"}>
                {step.action}
              </ButtonLink>
            )}
          </li>
        ))}
      </ol>
    </section>
  );
}
