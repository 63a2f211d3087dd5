import { Kbd } from "@/components/shared/kbd";

const KEYS = [
  ["o", "outflow"],
  ["p", "pause or resume"],
  ["m", "message"],
  ["t", "timeline"],
] as const;

/** The keys of the live page, where there is a keyboard. */
export function PageKeys() {
  return (
    <ul
      aria-label="Keyboard shortcuts"
      className="flex flex-wrap gap-x-3 gap-y-1 text-xs text-muted max-lg:hidden"
    >
      {KEYS.map(([key, leads]) => (
        <li key={key} className="flex items-center gap-1.5">
          <Kbd keys={[key]} />
          {leads}
        </li>
      ))}
    </ul>
  );
}
