import { DatabaseZap } from "lucide-react";

/** Says what is dangerous in how Redis is set up, and what to do, until it is done. */
export function RedisBanner({ dangers }: { dangers: readonly string[] }) {
  return (
    <aside
      aria-label="Redis"
      className="flex items-start gap-2 border-b border-border bg-warning-soft px-4 py-1.5 text-xs text-warning-soft-foreground lg:px-8"
    >
      <DatabaseZap aria-hidden className="mt-0.5 size-3.5 shrink-0" />
      <div className="min-w-0 space-y-1 break-words">
        {dangers.map((text) => (
          <p key={text}>{text}</p>
        ))}
      </div>
    </aside>
  );
}
