import { CopyButton } from "./copy-button";

type CodeBlockProps = { code: string; label: string };

/** Several lines of code, scrollable by keyboard, with a copy button. */
export function CodeBlock({ code, label }: CodeBlockProps) {
  return (
    <div className="relative min-w-0 rounded-lg border border-border bg-surface-secondary">
      <div className="absolute top-1 right-1 rounded-lg bg-surface-secondary">
        <CopyButton text={code} label={`Copy ${label}`} />
      </div>
      <section
        aria-label={label}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable region must be reachable by keyboard.
        tabIndex={0}
        className="max-h-[32rem] overflow-auto rounded-lg outline-none focus-visible:focus-ring"
      >
        <pre className="w-fit p-3 pr-12 font-mono max-sm:pt-11 text-xs leading-5">
          <code>{code}</code>
        </pre>
      </section>
    </div>
  );
}
