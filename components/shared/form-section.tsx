import type { ReactNode } from "react";

type FormSectionProps = { title: string; description: ReactNode; children: ReactNode };

/** A titled part of a long form: explanation on the left, fields on the right. */
export function FormSection({ title, description, children }: FormSectionProps) {
  return (
    <fieldset className="grid min-w-0 gap-x-8 gap-y-4 border-t border-separator py-5 first:border-0 first:pt-0 md:grid-cols-[13rem_minmax(0,1fr)]">
      <legend className="sr-only">{title}</legend>
      <div aria-hidden>
        <p className="text-sm font-semibold">{title}</p>
        <p className="mt-1 text-xs text-pretty text-muted">{description}</p>
      </div>
      <div className="flex min-w-0 flex-col gap-4">{children}</div>
    </fieldset>
  );
}
