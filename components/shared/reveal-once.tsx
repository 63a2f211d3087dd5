import { CopyLine } from "./copy-line";
import { Notice } from "./notice";

type RevealOnceProps = { text: string; label: string; children: string };

/** A text that is shown this one time. */
export function RevealOnce({ text, label, children }: RevealOnceProps) {
  return (
    <div className="flex flex-col gap-3" data-slot="reveal-once">
      <Notice tone="warning">{children}</Notice>
      <CopyLine text={text} label={`Copy ${label}`} />
    </div>
  );
}
