import { type ReactNode, type RefCallback, useId } from "react";
import { FieldNote } from "./field";
import { useChosenEarly } from "./use-chosen-early";

type CheckboxProps = {
  isSelected: boolean;
  onChange: (isSelected: boolean) => void;
  children: ReactNode;
  description?: ReactNode;
  /** Stands in place of the description. */
  error?: string | undefined;
  name?: string;
  onBlur?: () => void;
  inputRef?: RefCallback<HTMLInputElement>;
};

/** A yes or no with its label beside it. */
export function Checkbox(props: CheckboxProps) {
  const { isSelected, onChange, children, description, error } = props;
  const noteId = useId();
  const early = useChosenEarly((box: HTMLInputElement) => box.checked, isSelected, onChange);
  return (
    <div className="flex flex-col gap-1">
      <label className="choice">
        <input
          type="checkbox"
          ref={(box) => {
            early.current = box;
            props.inputRef?.(box);
          }}
          className="choice__box"
          autoComplete="off"
          name={props.name}
          checked={isSelected}
          onChange={({ target }) => onChange(target.checked)}
          onBlur={props.onBlur}
          aria-describedby={description === undefined && error === undefined ? undefined : noteId}
          aria-invalid={error === undefined ? undefined : true}
        />
        {children}
      </label>
      <div className="ps-7 empty:hidden">
        <FieldNote id={noteId} description={description} error={error} />
      </div>
    </div>
  );
}
