import { Plus, Trash2 } from "lucide-react";
import { type Control, useController, useFieldArray } from "react-hook-form";
import type { EventFormValues } from "@/components/events/event-form-values";
import { CheckField } from "@/components/shared/check-field";
import { NumberField } from "@/components/shared/number-field";
import { SelectBox } from "@/components/shared/select-box";
import { SelectField } from "@/components/shared/select-field";
import { TextField } from "@/components/shared/text-field";
import { Button } from "@/components/ui/button";

type FieldsProps = { control: Control<EventFormValues> };

const NETWORKS_MAX = 16;
const MOST = 60_000;

/** Limits of address lists, each for all of its addresses together. */
export function NetworkListFields({ control }: FieldsProps) {
  const { fields, append, remove } = useFieldArray({
    control,
    name: "protection.limits.networks",
    keyName: "rowId",
  });
  const add = () => append({ list: "", perMinute: 200, perRun: 2_000, replacesAddress: true });
  return (
    <div className="flex flex-col gap-4">
      {fields.map((field, index) => (
        <div key={field.rowId} className="flex flex-col gap-3">
          <div className="grid gap-4 sm:grid-cols-3">
            <TextField
              control={control}
              name={`protection.limits.networks.${index}.list`}
              label="Address list"
              description="The list's key."
              isRequired
            />
            <NumberField
              control={control}
              name={`protection.limits.networks.${index}.perMinute`}
              label="Whole list"
              unit="joins per minute"
              minValue={1}
              maxValue={MOST}
              isRequired
            />
            <NumberField
              control={control}
              name={`protection.limits.networks.${index}.perRun`}
              label="Whole list"
              unit="joins per run"
              minValue={1}
              maxValue={MOST}
              isRequired
            />
          </div>
          <div className="flex flex-wrap items-center justify-between gap-3">
            <CheckField
              control={control}
              name={`protection.limits.networks.${index}.replacesAddress`}
              label="Shared addresses: use this limit instead of the per-address limit"
            />
            <Button size="sm" variant="tertiary" onClick={() => remove(index)}>
              <Trash2 aria-hidden />
              Remove list
            </Button>
          </div>
        </div>
      ))}
      {fields.length >= NETWORKS_MAX ? null : (
        <div>
          <Button size="sm" variant="tertiary" onClick={add}>
            <Plus aria-hidden />
            Add address list limit
          </Button>
        </div>
      )}
    </div>
  );
}

const HEADERS = [
  { value: "none", label: "Off" },
  { value: "header", label: "Header from a trusted proxy" },
];

/** A limit for each network that a header of a trusted proxy names. */
export function NetworkHeaderFields({ control }: FieldsProps) {
  const { field } = useController({ control, name: "protection.limits.asn" });
  const choose = (value: string) =>
    field.onChange(value === "none" ? null : { header: "", perMinute: 200, perRun: 2_000 });
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <SelectBox
        label="Networks"
        options={HEADERS}
        value={field.value === null ? "none" : "header"}
        onChange={choose}
        description="For example, the AS number from your CDN."
      />
      {field.value === null ? null : (
        <>
          <TextField
            control={control}
            name="protection.limits.asn.header"
            label="Network header"
            isRequired
            mono
          />
          <NumberField
            control={control}
            name="protection.limits.asn.perMinute"
            label="Per network"
            unit="joins per minute"
            minValue={1}
            maxValue={MOST}
            isRequired
          />
          <NumberField
            control={control}
            name="protection.limits.asn.perRun"
            label="Per network"
            unit="joins per run"
            minValue={1}
            maxValue={MOST}
            isRequired
          />
        </>
      )}
    </div>
  );
}

const IDENTITIES = [
  { value: "none", label: "Off" },
  { value: "cookie", label: "Cookie from your site" },
  { value: "header", label: "Header from a trusted proxy" },
];

const BEYOND = [
  { value: "challenge", label: "Challenge" },
  { value: "refuse", label: "Refuse" },
  { value: "mark", label: "Allow and flag the place" },
];

/** A limit for who a visitor is, as the site says. */
export function IdentityFields({ control }: FieldsProps) {
  const { field } = useController({ control, name: "protection.limits.identity" });
  const choose = (from: string) =>
    field.onChange(
      from === "none" ? null : { name: "", perRun: 1, beyond: "mark", ...field.value, from },
    );
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <SelectBox
        label="Visitor identity"
        options={IDENTITIES}
        value={field.value?.from ?? "none"}
        onChange={choose}
        description="Use a value that is secret to each visitor. Anyone who knows it can take their place."
      />
      {field.value === null ? null : (
        <>
          <TextField
            control={control}
            name="protection.limits.identity.name"
            label="Cookie or header name"
            isRequired
            mono
          />
          <NumberField
            control={control}
            name="protection.limits.identity.perRun"
            label="Per visitor"
            unit="joins per run"
            minValue={1}
            maxValue={MOST}
            isRequired
          />
          <SelectField
            control={control}
            name="protection.limits.identity.beyond"
            label="Over the limit"
            options={BEYOND}
          />
        </>
      )}
    </div>
  );
}
