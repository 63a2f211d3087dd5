import { Minus, Plus } from "lucide-react";
import { type KeyboardEvent, type ReactNode, type Ref, useState } from "react";
import { cn } from "./class-names";
import { Field, type FieldTexts } from "./field";
import { formatTyped, isBeginning, readTyped, stepped } from "./typed-number";

type NumberInputProps = FieldTexts & {
  /** What is counted; the buttons beside it are called by it. */
  what: string;
  name?: string;
  value: number | null;
  /** Hears null while nothing stands there, and NaN for what is no number: the service refuses that at its field. */
  onChange: (value: number | null) => void;
  onBlur?: () => void;
  minValue: number;
  maxValue?: number;
  step?: number;
  placeholder?: string;
  isReadOnly?: boolean;
  groupClassName?: string;
  inputClassName?: string;
  inputRef?: Ref<HTMLInputElement>;
  /** The key that leads here, where the page has one. */
  dataKey?: string;
};

/**
 * A number, with buttons and arrow keys for the next one. What can be no number cannot be typed. What is typed stands so
 * until the field is left, and counts at once; nothing is put right behind anybody's back.
 */
export function NumberInput(props: NumberInputProps) {
  const { value, onChange, minValue, maxValue, step = 1, inputClassName, isReadOnly } = props;
  const [typed, setTyped] = useState<string | null>(null);
  const read = typed === null ? null : readTyped(typed);
  // What somebody else has changed meanwhile is shown, whoever has the focus.
  const shown =
    typed !== null && (read === null || Object.is(read, value)) ? typed : formatTyped(value);
  const range = { min: minValue, max: maxValue ?? Number.MAX_SAFE_INTEGER, step };
  const move = (direction: 1 | -1) => {
    setTyped(null);
    onChange(stepped(value, direction, range));
  };
  const follow = (event: KeyboardEvent) => {
    if (event.key === "Enter" && !Number.isNaN(value)) setTyped(null);
    if (event.key !== "ArrowUp" && event.key !== "ArrowDown") return;
    event.preventDefault();
    move(event.key === "ArrowUp" ? 1 : -1);
  };
  return (
    <Field {...props}>
      {(control) => (
        <div
          className={cn("number-group", props.groupClassName)}
          data-invalid={control["data-invalid"]}
        >
          <Step label={`Less: ${props.what}`} onClick={() => move(-1)} isOff={isReadOnly}>
            <Minus aria-hidden />
          </Step>
          <input
            {...control}
            ref={props.inputRef}
            name={props.name}
            type="text"
            inputMode={Number.isInteger(step) ? "numeric" : "decimal"}
            autoComplete="off"
            placeholder={props.placeholder}
            readOnly={isReadOnly}
            data-key={props.dataKey}
            value={shown}
            onChange={({ target }) => {
              if (!isBeginning(target.value)) return;
              setTyped(target.value);
              onChange(readTyped(target.value));
            }}
            onKeyDown={follow}
            onBlur={() => {
              if (!Number.isNaN(value)) setTyped(null);
              props.onBlur?.();
            }}
            className={cn("figures", inputClassName)}
          />
          <Step label={`More: ${props.what}`} onClick={() => move(1)} isOff={isReadOnly}>
            <Plus aria-hidden />
          </Step>
        </div>
      )}
    </Field>
  );
}

type StepProps = {
  label: string;
  onClick: () => void;
  isOff: boolean | undefined;
  children: ReactNode;
};

/** For the pointer: by keyboard the arrow keys do the same. */
function Step({ label, onClick, isOff, children }: StepProps) {
  return (
    <button type="button" tabIndex={-1} aria-label={label} disabled={isOff} onClick={onClick}>
      {children}
    </button>
  );
}
