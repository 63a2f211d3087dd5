import { Kbd } from "@/components/shared/kbd";
import type { Stage } from "./tiles";

/** Each key, with the stages in which its target is on the page. */
const KEYS = [
  ["o", "outflow", ["draft", "coming", "running", "over"]],
  ["p", "pause or resume", ["coming", "running"]],
  ["m", "message", ["coming", "running"]],
  ["t", "timeline", ["coming", "running", "over"]],
] as const satisfies readonly (readonly [string, string, readonly Stage[]])[];

/** The keys of the live page that do something now, where there is a keyboard. */
export function PageKeys({ stage }: { stage: Stage }) {
  const keys = KEYS.filter(([, , stages]) => stages.some((one) => one === stage));
  return (
    <ul
      aria-label="Keyboard shortcuts"
      className="flex flex-wrap gap-x-3 gap-y-1 text-xs text-muted max-lg:hidden"
    >
      {keys.map(([key, leads]) => (
        <li key={key} className="flex items-center gap-1.5">
          <Kbd keys={[key]} />
          {leads}
        </li>
      ))}
    </ul>
  );
}
