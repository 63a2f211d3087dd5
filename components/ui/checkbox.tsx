"use client";

import { type ReactNode, useId } from "react";

type CheckboxProps = {
  isSelected: boolean;
  onChange: (isSelected: boolean) => void;
  children: ReactNode;
  description?: ReactNode;
  name?: string;
  isDisabled?: boolean;
};

/** A yes or no with its label beside it. */
export function Checkbox(props: CheckboxProps) {
  const { isSelected, onChange, children, description } = props;
  const noteId = useId();
  return (
    <div className="flex flex-col gap-1">
      <label className="choice">
        <input
          type="checkbox"
          className="choice__box"
          name={props.name}
          checked={isSelected}
          disabled={props.isDisabled}
          onChange={({ target }) => onChange(target.checked)}
          aria-describedby={description === undefined ? undefined : noteId}
        />
        {children}
      </label>
      {description === undefined ? null : (
        <div id={noteId} className="description ps-7">
          {description}
        </div>
      )}
    </div>
  );
}
