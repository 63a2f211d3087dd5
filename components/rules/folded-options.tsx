import { ChevronRight } from "lucide-react";
import { type ReactNode, useState } from "react";

type FoldedOptionsProps = {
  title: string;
  /** What in there is not as usual, in a few words; "" where all is. */
  summary: string;
  /** Something in there is wrong, so that it has to be seen. */
  hasError: boolean;
  children: ReactNode;
};

/** What few need: out of the way, and in sight as soon as something in it is set or wrong. */
export function FoldedOptions({ title, summary, hasError, children }: FoldedOptionsProps) {
  const [isOpen, setOpen] = useState(summary !== "");
  return (
    <details
      open={isOpen || hasError}
      onToggle={(event) => setOpen(event.currentTarget.open)}
      className="group min-w-0 rounded-lg border border-border"
    >
      <summary className="flex cursor-pointer list-none flex-wrap items-center gap-x-2 rounded-lg px-3 py-2.5 text-sm font-medium outline-none focus-visible:focus-ring">
        <ChevronRight
          aria-hidden
          className="size-4 shrink-0 text-muted transition-transform group-open:rotate-90 motion-reduce:transition-none"
        />
        {title}
        <span className="text-xs font-normal text-muted">
          {summary === "" ? "default" : summary}
        </span>
      </summary>
      <div className="flex flex-col gap-4 border-t border-separator p-3">{children}</div>
    </details>
  );
}
