import { Check } from "lucide-react";
import { type KeyboardEvent, type ReactNode, useId, useRef, useState } from "react";
import { cn } from "./class-names";

const GAP_PX = 6;
const MOST_PX = 320;

export type MenuItem = {
  readonly id: string;
  readonly label: string;
  readonly icon?: ReactNode;
  /** Stands at the end of the row. */
  readonly note?: string;
};

type MenuProps = {
  /** Of the list. */
  label: string;
  heading?: string;
  /** Of the button that opens it; `triggerLabel` where it shows no words. */
  trigger: ReactNode;
  triggerLabel?: string;
  triggerClassName: string;
  isDisabled?: boolean;
  items: readonly MenuItem[];
  /** Where one of the items is in force. */
  selected?: string;
  onChoose: (id: string) => void;
  side: "above" | "below";
};

/** A button that opens a list of things to do. Arrow keys, Home, End and first letters move through it; Escape closes it. */
export function Menu(props: MenuProps) {
  const { label, heading, items, selected, onChoose, side } = props;
  const [isOpen, setOpen] = useState(false);
  // A list of events has a menu in each row: what few ever open is made when it opens.
  const [hasOpened, setOpened] = useState(false);
  const listId = useId();
  const button = useRef<HTMLButtonElement>(null);
  const list = useRef<HTMLDivElement>(null);
  const place = () => {
    const shown = list.current;
    const at = button.current?.getBoundingClientRect();
    if (shown === null || at === undefined) return;
    const room = side === "below" ? innerHeight - at.bottom : at.top;
    shown.style.maxHeight = `${Math.min(MOST_PX, room - 2 * GAP_PX)}px`;
    shown.style.left = `${Math.max(8, Math.min(at.left, innerWidth - shown.offsetWidth - 8))}px`;
    shown.style.top =
      side === "below" ? `${at.bottom + GAP_PX}px` : `${at.top - shown.offsetHeight - GAP_PX}px`;
    const rows = rowsOf(shown);
    (rows.find((row) => row.ariaChecked === "true") ?? rows[0])?.focus();
  };
  const choose = (id: string) => {
    list.current?.hidePopover();
    button.current?.focus();
    onChoose(id);
  };
  return (
    <>
      <button
        ref={button}
        type="button"
        popoverTarget={listId}
        onClick={(event) => event.currentTarget.focus({ preventScroll: true })}
        aria-haspopup="menu"
        aria-expanded={isOpen}
        aria-label={props.triggerLabel}
        disabled={props.isDisabled}
        className={props.triggerClassName}
      >
        {props.trigger}
      </button>
      <div
        ref={list}
        id={listId}
        popover="auto"
        role="menu"
        aria-label={label}
        tabIndex={-1}
        className="menu-list"
        onKeyDown={(event) => moveFocus(event, list.current)}
        onBeforeToggle={(event) => {
          if (event.newState !== "open") return;
          setOpened(true);
          // Once it can be measured, and before it is seen.
          requestAnimationFrame(place);
        }}
        onToggle={(event) => setOpen(event.newState === "open")}
      >
        {heading === undefined ? null : (
          <div role="presentation" className="px-2 pt-1.5 pb-1 text-xs font-medium text-muted">
            {heading}
          </div>
        )}
        {(hasOpened ? items : []).map(({ id, label, icon, note }) => (
          // biome-ignore lint/a11y/useAriaPropsSupportedByRole: only the role that has it gets it.
          <button
            key={id}
            type="button"
            role={selected === undefined ? "menuitem" : "menuitemradio"}
            aria-checked={selected === undefined ? undefined : selected === id}
            tabIndex={-1}
            className={cn("menu-item", selected !== undefined && "ps-7")}
            onClick={() => choose(id)}
          >
            {selected === id ? <Check aria-hidden className="absolute start-2 size-3.5" /> : null}
            {icon}
            <span className="min-w-0 truncate text-sm font-medium">{label}</span>
            {note === undefined ? null : <span className="ml-auto text-xs text-muted">{note}</span>}
          </button>
        ))}
      </div>
    </>
  );
}

function rowsOf(list: HTMLElement): readonly HTMLElement[] {
  return [...list.querySelectorAll<HTMLElement>("[role^=menuitem]")];
}

function moveFocus(event: KeyboardEvent, list: HTMLElement | null): void {
  if (list === null || event.ctrlKey || event.metaKey || event.altKey) return;
  if (event.key === "Tab") {
    list.hidePopover();
    return;
  }
  const rows = rowsOf(list);
  const at = rows.findIndex((row) => row.matches(":focus"));
  const to: Record<string, number> = {
    ArrowDown: (at + 1) % rows.length,
    ArrowUp: at <= 0 ? rows.length - 1 : at - 1,
    Home: 0,
    End: rows.length - 1,
  };
  const next = to[event.key] ?? byFirstLetter(rows, at, event.key);
  if (next === -1) return;
  event.preventDefault();
  rows[next]?.focus();
}

/** The next row that begins with the letter; -1 where none does. */
function byFirstLetter(rows: readonly HTMLElement[], at: number, key: string): number {
  if (key.length !== 1 || key === " ") return -1;
  const offset = rows.findIndex((_, index) => {
    const row = rows[(at + 1 + index) % rows.length];
    return row?.textContent.trim().toLowerCase().startsWith(key.toLowerCase());
  });
  return offset === -1 ? -1 : (at + 1 + offset) % rows.length;
}
