import { Search } from "lucide-react";
import { type KeyboardEvent, useId, useMemo, useState } from "react";
import { Kbd } from "@/components/shared/kbd";
import { cn } from "@/components/ui/class-names";
import type { Command, CommandAct } from "./commands";

type CommandBoxProps = {
  /** What fits a search, the best first. */
  find: (search: string) => readonly Command[];
  /** What is missing in the list, if anything. */
  note: string | null;
  onChoose: (act: CommandAct) => void;
};

/**
 * A combobox with a list: the focus stays in the field, the arrow keys move through the list, Enter chooses. Assistive
 * technology hears the option that is active.
 */
export function CommandBox({ find, note, onChoose }: CommandBoxProps) {
  const [search, setSearch] = useState("");
  const [active, setActive] = useState(0);
  const listId = useId();
  const found = useMemo(() => find(search), [find, search]);
  const current = Math.min(active, Math.max(0, found.length - 1));
  const optionId = (index: number) => `${listId}-${index}`;

  const follow = (event: KeyboardEvent) => {
    const last = found.length - 1;
    const to: Record<string, number> = {
      ArrowDown: current >= last ? 0 : current + 1,
      ArrowUp: current <= 0 ? last : current - 1,
      PageDown: Math.min(last, current + 8),
      PageUp: Math.max(0, current - 8),
    };
    const next = to[event.key];
    if (event.key === "Enter") {
      event.preventDefault();
      const chosen = found[current];
      if (chosen !== undefined) onChoose(chosen.act);
    } else if (next !== undefined && last >= 0) {
      event.preventDefault();
      setActive(next);
      document.getElementById(optionId(next))?.scrollIntoView({ block: "nearest" });
    }
  };

  return (
    <div className="flex max-h-[min(32rem,80dvh)] flex-col">
      <div className="flex items-center gap-2 border-b border-separator px-4 focus-within:border-b-2 focus-within:border-focus">
        <Search aria-hidden className="size-4 shrink-0 text-muted" />
        <input
          role="combobox"
          aria-label="Search pages, events and actions"
          aria-expanded
          aria-controls={listId}
          aria-activedescendant={found.length === 0 ? undefined : optionId(current)}
          aria-autocomplete="list"
          autoComplete="off"
          spellCheck={false}
          // biome-ignore lint/a11y/noAutofocus: the dialog is for typing, and nothing else in it can have the focus.
          autoFocus
          placeholder="Search, find a visitor or run a command…"
          value={search}
          onChange={({ target }) => {
            setSearch(target.value);
            setActive(0);
          }}
          onKeyDown={follow}
          className="h-12 min-w-0 flex-1 bg-transparent text-base outline-none placeholder:text-muted sm:text-sm"
        />
        <Kbd keys={["Esc"]} className="max-sm:hidden" />
      </div>
      <div id={listId} role="listbox" aria-label="Commands" className="min-h-0 overflow-y-auto p-2">
        {found.map((command, index) => (
          <div key={command.id} role="presentation">
            {command.group === found[index - 1]?.group ? null : (
              <p role="presentation" className="px-2 pt-2 pb-1 text-note text-muted">
                {command.group}
              </p>
            )}
            <Option
              id={optionId(index)}
              command={command}
              isActive={index === current}
              onPoint={() => setActive(index)}
              onChoose={() => onChoose(command.act)}
            />
          </div>
        ))}
      </div>
      <p role="status" className={cn("px-4 text-sm text-muted", found.length === 0 && "pb-6")}>
        {found.length === 0 ? `No results for “${search.trim()}”.` : ""}
        <span className="sr-only">{found.length === 0 ? "" : `${found.length} results`}</span>
      </p>
      {note === null ? null : <p className="px-4 pb-3 text-note text-muted">{note}</p>}
    </div>
  );
}

type OptionProps = {
  id: string;
  command: Command;
  isActive: boolean;
  onPoint: () => void;
  onChoose: () => void;
};

function Option({ id, command, isActive, onPoint, onChoose }: OptionProps) {
  return (
    // biome-ignore lint/a11y/useFocusableInteractive: the focus stays in the field, which names the active option.
    // biome-ignore lint/a11y/useKeyWithClickEvents: the field has the keys.
    <div
      id={id}
      role="option"
      aria-selected={isActive}
      onPointerMove={onPoint}
      onClick={onChoose}
      className={cn(
        "flex min-h-9 cursor-pointer items-center justify-between gap-3 rounded-lg px-2 py-1.5 text-sm",
        isActive && "bg-default",
      )}
    >
      <span className="min-w-0 truncate">{command.label}</span>
      {command.note === undefined ? null : (
        <span className="max-w-2/5 shrink-0 truncate font-mono text-note text-muted">
          {command.note}
        </span>
      )}
    </div>
  );
}
