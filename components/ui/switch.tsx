import { type ReactNode, useId, useLayoutEffect, useRef } from "react";
import { cn } from "./class-names";

type SwitchProps = {
  isOn: boolean;
  onChange: (isOn: boolean) => void;
  children: ReactNode;
  description?: ReactNode;
  isDisabled?: boolean;
  /** Keeps the focus and cannot be turned: what was asked for is on its way. */
  isPending?: boolean;
  /** The switch stands at the far end of the row instead of before its label. */
  isAtEnd?: boolean;
  className?: string;
};

/** Something that is on or off and takes effect at once. */
export function Switch(props: SwitchProps) {
  const { isOn, onChange, children, description, isAtEnd = false, isPending = false } = props;
  const noteId = useId();
  const control = useRef<HTMLInputElement>(null);
  // It shows what is in force, not what was pressed before the page could hear.
  useLayoutEffect(() => {
    if (control.current !== null) control.current.checked = isOn;
  }, [isOn]);
  return (
    <div className={cn("flex flex-col gap-1", props.className)}>
      <label className={cn("choice", isAtEnd && "w-full flex-row-reverse justify-between")}>
        <input
          type="checkbox"
          // biome-ignore lint/a11y/useAriaPropsForRole: a checkbox says by itself whether it is checked.
          role="switch"
          className="choice__switch"
          checked={isOn}
          disabled={props.isDisabled}
          aria-disabled={isPending || undefined}
          autoComplete="off"
          ref={control}
          onChange={({ target }) => {
            if (!isPending) onChange(target.checked);
          }}
          aria-describedby={description === undefined ? undefined : noteId}
        />
        {children}
      </label>
      {description === undefined ? null : (
        <div id={noteId} className="description">
          {description}
        </div>
      )}
    </div>
  );
}
