import type { Control, FieldPath, FieldValues } from "react-hook-form";
import { LocalTimeField } from "@/components/shared/local-time-field";

type WindowFieldsProps<Values extends FieldValues> = {
  control: Control<Values>;
  from: FieldPath<Values>;
  until: FieldPath<Values>;
  timeZone: string;
};

/** From when until when codes are good, in the event's time zone. */
export function WindowFields<Values extends FieldValues>(props: WindowFieldsProps<Values>) {
  const { from, until, ...shared } = props;
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <LocalTimeField
        {...shared}
        name={from}
        label="Valid from"
        past="The codes work at once."
        description="Leave empty for no limit."
      />
      <LocalTimeField
        {...shared}
        name={until}
        label="Valid until"
        past="These codes have expired."
        description="Leave empty for no limit."
      />
    </div>
  );
}
