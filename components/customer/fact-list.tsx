import { CopyLine } from "@/components/shared/copy-line";

export type Fact = { readonly label: string; readonly value: string; readonly note: string };

/** Texts that go into other systems, each with a copy button. */
export function FactList({ facts }: { facts: readonly Fact[] }) {
  return (
    <dl className="flex flex-col gap-4">
      {facts.map(({ label, value, note }) => (
        <div key={label} className="min-w-0">
          <dt className="mb-1 text-sm font-medium">{label}</dt>
          <dd>
            <CopyLine text={value} label={`Copy the ${label.toLowerCase()}`} />
            <p className="mt-1 text-xs text-muted">{note}</p>
          </dd>
        </div>
      ))}
    </dl>
  );
}
