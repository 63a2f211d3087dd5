import { CopyButton } from "./copy-button";

type CopyLineProps = { text: string; label: string };

/** A fixed-width text that can be copied. A long one breaks anywhere, so that all of it is visible. */
export function CopyLine({ text, label }: CopyLineProps) {
  return (
    <div className="flex min-w-0 items-center gap-1 rounded-lg border border-border bg-surface-secondary py-0.5 pr-0.5 pl-3">
      <code className="min-w-0 flex-1 py-1 font-mono text-xs wrap-anywhere">{text}</code>
      <CopyButton text={text} label={label} />
    </div>
  );
}
