import type { ReactNode } from "react";

type ProtectionPartProps = { title: string; description: ReactNode; children: ReactNode };

/** One titled part of "Limits and bots". */
export function ProtectionPart({ title, description, children }: ProtectionPartProps) {
  return (
    <fieldset className="flex min-w-0 flex-col gap-4 rounded-xl border border-border p-4">
      <legend className="sr-only">{title}</legend>
      <div aria-hidden>
        <p className="text-sm font-semibold">{title}</p>
        <p className="mt-1 text-xs text-pretty text-muted">{description}</p>
      </div>
      {children}
    </fieldset>
  );
}
