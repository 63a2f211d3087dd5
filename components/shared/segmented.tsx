import { type ReactNode, useId } from "react";
import { cn } from "@/components/ui/class-names";
import { chosenIn } from "@/components/ui/radio-group";
import { useChosenEarly } from "@/components/ui/use-chosen-early";

type SegmentedProps<Value extends string> = {
  label: string;
  value: Value;
  options: readonly { readonly value: Value; readonly label: ReactNode }[];
  onChange: (value: Value) => void;
  className?: string;
};

/** One of a few, all of them in sight. Arrow keys move between them. */
export function Segmented<Value extends string>(props: SegmentedProps<Value>) {
  const { label, value, options, onChange, className } = props;
  const name = useId();
  const early = useChosenEarly(chosenIn, value, (chosen: string) => {
    const option = options.find((one) => one.value === chosen);
    if (option !== undefined) onChange(option.value);
  });
  return (
    <div ref={early} role="radiogroup" aria-label={label} className={cn("segments", className)}>
      {options.map((option) => (
        <label key={option.value}>
          <input
            type="radio"
            autoComplete="off"
            name={name}
            value={option.value}
            checked={option.value === value}
            onChange={() => onChange(option.value)}
          />
          {option.label}
        </label>
      ))}
    </div>
  );
}
