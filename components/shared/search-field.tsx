import { Search, X } from "lucide-react";
import { useRef } from "react";
import { cn } from "@/components/ui/class-names";
import { useChosenEarly } from "@/components/ui/use-chosen-early";

type SearchFieldProps = {
  /** Read aloud; the placeholder shows it to those who see. */
  label: string;
  value: string;
  onChange: (value: string) => void;
  placeholder?: string;
  className?: string;
};

/** Narrows down what the page shows while somebody types; Escape empties it. */
export function SearchField(props: SearchFieldProps) {
  const { label, value, onChange, placeholder, className } = props;
  const ref = useRef<HTMLInputElement>(null);
  const early = useChosenEarly((input: HTMLInputElement) => input.value, value, onChange);
  return (
    <div className={cn("search-box w-full sm:w-64", className)}>
      <Search aria-hidden className="ms-3 size-4 shrink-0 text-muted" />
      <input
        ref={(input) => {
          ref.current = input;
          early.current = input;
        }}
        type="search"
        autoComplete="off"
        aria-label={label}
        placeholder={placeholder ?? label}
        value={value}
        onChange={({ target }) => onChange(target.value)}
        onKeyDown={(event) => {
          if (event.key !== "Escape" || value === "") return;
          event.preventDefault();
          onChange("");
        }}
      />
      {value === "" ? null : (
        <button
          type="button"
          aria-label="Clear search"
          className="close-button me-2"
          onClick={() => {
            onChange("");
            ref.current?.focus();
          }}
        >
          <X aria-hidden />
        </button>
      )}
    </div>
  );
}
