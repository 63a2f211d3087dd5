import { TriangleAlert } from "lucide-react";
import { Button } from "@/components/ui/button";

type ErrorPanelProps = { title?: string; digest?: string | undefined; retry: () => void };

/** Shown when a page could not be loaded. The cause is in the log only. */
export function ErrorPanel({
  title = "This page could not be loaded",
  digest,
  retry,
}: ErrorPanelProps) {
  return (
    <div
      role="alert"
      className="flex flex-col items-center rounded-3xl bg-surface px-6 py-14 text-center shadow-surface"
    >
      <TriangleAlert aria-hidden className="mb-3 size-6 text-danger" />
      <h1 className="text-base font-semibold">{title}</h1>
      <p className="mt-1 max-w-md text-sm text-muted">
        Visitors are not affected. Try again; if the problem persists, check the console&rsquo;s
        log.
      </p>
      {digest === undefined ? null : (
        <p className="mt-2 text-xs text-muted">
          Reference <code className="font-mono">{digest}</code>
        </p>
      )}
      <Button size="sm" className="mt-4" onClick={retry}>
        Try again
      </Button>
    </div>
  );
}
