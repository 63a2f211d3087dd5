"use client";

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
              description="Its key"
              isRequired
            />
            <NumberField
              control={control}
              name={`protection.limits.networks.${index}.perMinute`}
              label="From all of it"
              unit="joins a minute"
              minValue={1}
              maxValue={MOST}
              isRequired
            />
            <NumberField
              control={control}
              name={`protection.limits.networks.${index}.perRun`}
              label="From all of it"
              unit="joins a run"
              minValue={1}
              maxValue={MOST}
              isRequired
            />
          </div>
          <div className="flex flex-wrap items-center justify-between gap-3">
            <CheckField
              control={control}
              name={`protection.limits.networks.${index}.replacesAddress`}
              label="Many people share its addresses: this limit alone holds there"
            />
            <Button size="sm" variant="tertiary" onClick={() => remove(index)}>
              <Trash2 aria-hidden />
              Remove this network
            </Button>
          </div>
        </div>
      ))}
      {fields.length >= NETWORKS_MAX ? null : (
        <div>
          <Button size="sm" variant="tertiary" onClick={add}>
            <Plus aria-hidden />
            Add a limit for an address list
          </Button>
        </div>
      )}
    </div>
  );
}

const HEADERS = [
  { value: "none", label: "Not counted" },
  { value: "header", label: "By a header of a trusted proxy" },
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
        description="Such as the AS number that your CDN tells."
      />
      {field.value === null ? null : (
        <>
          <TextField
            control={control}
            name="protection.limits.asn.header"
            label="Header with the network"
            isRequired
            mono
          />
          <NumberField
            control={control}
            name="protection.limits.asn.perMinute"
            label="From one network"
            unit="joins a minute"
            minValue={1}
            maxValue={MOST}
            isRequired
          />
          <NumberField
            control={control}
            name="protection.limits.asn.perRun"
            label="From one network"
            unit="joins a run"
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
  { value: "none", label: "Not counted" },
  { value: "cookie", label: "By a cookie of your site" },
  { value: "header", label: "By a header of a trusted proxy" },
];

const BEYOND = [
  { value: "challenge", label: "They get a challenge" },
  { value: "refuse", label: "They do not get in" },
  { value: "mark", label: "They join, and the place is marked" },
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
        label="Who a visitor is"
        options={IDENTITIES}
        value={field.value?.from ?? "none"}
        onChange={choose}
        description="Its value has to be a secret of each visitor: who knows it can take the place."
      />
      {field.value === null ? null : (
        <>
          <TextField
            control={control}
            name="protection.limits.identity.name"
            label="Name of the cookie or header"
            isRequired
            mono
          />
          <NumberField
            control={control}
            name="protection.limits.identity.perRun"
            label="For one visitor"
            unit="joins a run"
            minValue={1}
            maxValue={MOST}
            isRequired
          />
          <SelectField
            control={control}
            name="protection.limits.identity.beyond"
            label="Beyond that"
            options={BEYOND}
          />
        </>
      )}
    </div>
  );
}
