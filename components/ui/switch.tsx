"use client";

import { type ReactNode, useId } from "react";
import { cn } from "./class-names";

type SwitchProps = {
  isOn: boolean;
  onChange: (isOn: boolean) => void;
  children: ReactNode;
  description?: ReactNode;
  isDisabled?: boolean;
  /** The switch stands at the far end of the row instead of before its label. */
  isAtEnd?: boolean;
  className?: string;
};

/** Something that is on or off and takes effect at once. */
export function Switch(props: SwitchProps) {
  const { isOn, onChange, children, description, isAtEnd = false, className } = props;
  const noteId = useId();
  return (
    <div className={cn("flex flex-col gap-1", className)}>
      <label className={cn("choice", isAtEnd && "w-full flex-row-reverse justify-between")}>
        <input
          type="checkbox"
          // biome-ignore lint/a11y/useAriaPropsForRole: a checkbox says by itself whether it is checked.
          role="switch"
          className="choice__switch"
          checked={isOn}
          disabled={props.isDisabled}
          onChange={({ target }) => onChange(target.checked)}
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
