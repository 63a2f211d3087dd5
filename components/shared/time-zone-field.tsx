import { memo, useId, useMemo, useState } from "react";
import { type Control, type FieldPath, type FieldValues, useController } from "react-hook-form";
import { Button } from "@/components/ui/button";
import { TextInput } from "@/components/ui/text-input";
import { offsetInWords, timeZonesFrom, zoneFrom, zoneInWords } from "./time-zones";
import { useHydrated } from "./use-hydrated";
import { useTypedEarly } from "./use-typed-early";

type TimeZoneFieldProps<Values extends FieldValues> = {
  control: Control<Values>;
  name: FieldPath<Values>;
  label: string;
  isDisabled?: boolean;
};

/** A time zone, found by typing a part of its name or its offset. The form holds the last that there is. */
export function TimeZoneField<Values extends FieldValues>(props: TimeZoneFieldProps<Values>) {
  const { control, name, label, isDisabled = false } = props;
  const listId = useId();
  const [typed, setTyped] = useState<string | null>(null);
  const [isReached, setReached] = useState(false);
  const isHydrated = useHydrated();
  // The server is in another zone.
  const ownZone = isHydrated ? Intl.DateTimeFormat().resolvedOptions().timeZone : null;
  const zones = useMemo(() => timeZonesFrom(ownZone ?? "UTC"), [ownZone]);
  const isUnknown = typed !== null && zoneFrom(typed, zones) === null;
  const validate = () => !isUnknown || "Choose a time zone from the list.";
  const { field, fieldState } = useController({ control, name, rules: { validate } });
  const type = (text: string) => {
    setTyped(text);
    field.onChange(zoneFrom(text, zones) ?? field.value);
  };
  const offset = isHydrated ? `${offsetInWords(field.value, Date.now())} now` : "";
  const shown = typed ?? zoneInWords(field.value);
  const ref = useTypedEarly(field.ref, shown, type);
  return (
    <div className="flex flex-col items-start gap-1">
      <TextInput
        className="w-full"
        label={label}
        name={name}
        list={listId}
        value={shown}
        onChange={type}
        onFocus={(input) => {
          setReached(true);
          input.select();
        }}
        onBlur={() => {
          if (!isUnknown) setTyped(null);
          field.onBlur();
        }}
        description={
          isUnknown ? "Type a city, a region or an offset, and choose from the list." : offset
        }
        error={fieldState.error?.message}
        isDisabled={isDisabled}
        inputRef={ref}
      />
      <datalist id={listId}>{isReached ? <Options zones={zones} /> : null}</datalist>
      {ownZone === null || ownZone === field.value || isDisabled ? null : (
        <Button
          size="sm"
          variant="ghost"
          onClick={() => {
            setTyped(null);
            field.onChange(ownZone);
          }}
        >
          Use {zoneInWords(ownZone)}, your time zone
        </Button>
      )}
    </div>
  );
}

/** Made once: the offset of each takes a format of its own. */
const Options = memo(function Options({ zones }: { zones: readonly string[] }) {
  const nowMs = Date.now();
  return zones.map((zone) => (
    <option key={zone} value={zoneInWords(zone)}>
      {offsetInWords(zone, nowMs)}
    </option>
  ));
});
