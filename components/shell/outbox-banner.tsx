import { MailWarning } from "lucide-react";

/** Says where e-mails go while no mail server is set, so that nobody waits for one. */
export function OutboxBanner({ directory }: { directory: string }) {
  return (
    <aside
      aria-label="E-mails"
      className="flex items-start gap-2 border-b border-border bg-warning-soft px-4 py-1.5 text-xs text-warning-soft-foreground lg:px-8"
    >
      <MailWarning aria-hidden className="mt-0.5 size-3.5 shrink-0" />
      <p className="min-w-0 break-words">
        E-mails are written to <code className="font-mono">{directory}</code> because no mail server
        is set.{" "}
        <a href="/docs/settings" target="_blank" rel="noreferrer" className="link-text">
          Set one up
        </a>
      </p>
    </aside>
  );
}
