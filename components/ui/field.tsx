import { type ReactNode, useId } from "react";
import { cn } from "./class-names";

export type FieldTexts = {
  label: ReactNode;
  /** Only screen readers get the label, because something else shows it already. */
  hideLabel?: boolean;
  labelClassName?: string;
  /** Beside the label, and read with the control. */
  aside?: ReactNode;
  description?: ReactNode;
  /** Stands in place of the description. */
  error?: string | undefined;
  isRequired?: boolean;
  className?: string;
};

/** What the control of a field needs, so that its label and its message are read with it. */
export type FieldControl = {
  readonly id: string;
  readonly "aria-describedby": string | undefined;
  readonly "aria-invalid": true | undefined;
  readonly "data-invalid": true | undefined;
  readonly "aria-required": true | undefined;
};

/** A control with its label above, and its description or what is wrong below. */
export function Field(props: FieldTexts & { children: (control: FieldControl) => ReactNode }) {
  const { label, aside, description, error, isRequired = false } = props;
  const id = useId();
  const noteId = `${id}-note`;
  const asideId = `${id}-aside`;
  const isInvalid = error !== undefined;
  const hasNote = isInvalid || description !== undefined;
  const notes = [hasNote ? noteId : null, aside === undefined ? null : asideId];
  const describedBy = notes.filter((one) => one !== null).join(" ");
  const labelLook = props.hideLabel === true ? "sr-only" : "label w-fit";
  const shownLabel = (
    <label
      htmlFor={id}
      className={cn(labelLook, isRequired && "label--required", props.labelClassName)}
    >
      {label}
    </label>
  );
  return (
    <div className={cn("field", props.className)}>
      {aside === undefined ? (
        shownLabel
      ) : (
        <div className="flex items-baseline justify-between gap-2">
          {shownLabel}
          <span id={asideId} className="figures shrink-0 text-xs">
            {aside}
          </span>
        </div>
      )}
      {props.children({
        id,
        "aria-describedby": describedBy === "" ? undefined : describedBy,
        "aria-invalid": isInvalid || undefined,
        "data-invalid": isInvalid || undefined,
        "aria-required": isRequired || undefined,
      })}
      <FieldNote id={noteId} description={description} error={error} />
    </div>
  );
}

type FieldNoteProps = { id: string; description: ReactNode; error: string | undefined };

/** What is wrong with a field, else what explains it. */
export function FieldNote({ id, description, error }: FieldNoteProps) {
  if (error !== undefined) {
    return (
      <p
        id={id}
        data-slot="field-error"
        className="text-xs wrap-break-word whitespace-pre-line text-danger"
      >
        {error}
      </p>
    );
  }
  if (description === undefined) return null;
  return (
    <div id={id} data-slot="description" className="description">
      {description}
    </div>
  );
}
