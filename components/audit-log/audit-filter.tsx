"use client";

import { Button, Input, Label, TextField } from "@heroui/react";
import { useRouter } from "next/navigation";
import { useState, useTransition } from "react";
import { ButtonLink } from "@/components/shared/button-link";
import { SearchField } from "@/components/shared/search-field";
import { SelectBox, type SelectOption } from "@/components/shared/select-box";

/** What the address of the page says; an empty text stands for everything. */
export type AuditFilterValues = {
  readonly search: string;
  readonly actor: string;
  readonly area: string;
  readonly eventId: string;
  readonly from: string;
  readonly until: string;
};

type AuditFilterProps = {
  values: AuditFilterValues;
  people: readonly SelectOption[];
  events: readonly SelectOption[];
};

/** No id and no area is called so. */
const ALL = "*";

const AREAS: readonly SelectOption[] = [
  { value: ALL, label: "Everything" },
  { value: "events", label: "Events" },
  { value: "rules", label: "Rules" },
  { value: "secrets", label: "Secrets and keys" },
  { value: "approvals", label: "Approvals" },
  { value: "team", label: "Team and sign-in" },
  { value: "themes", label: "Themes" },
  { value: "customer", label: "Customer" },
];

function queryOf(values: AuditFilterValues): string {
  const given = Object.entries(values).filter(([, value]) => value !== "");
  return new URLSearchParams(given).toString();
}

/** Narrows the log down by who, what, which event and when; the address of the page holds it. */
export function AuditFilter({ values, people, events }: AuditFilterProps) {
  const router = useRouter();
  const [search, setSearch] = useState(values.search);
  const [isPending, startTransition] = useTransition();
  const show = (changed: Partial<AuditFilterValues>) =>
    startTransition(() => router.push(`/audit-log?${queryOf({ ...values, search, ...changed })}`));
  const choice = (name: "actor" | "area" | "eventId") => ({
    value: values[name] === "" ? ALL : values[name],
    onChange: (value: string) => show({ [name]: value === ALL ? "" : value }),
    isDisabled: isPending,
  });
  const exported = queryOf(values);
  return (
    <search className="mb-4 rounded-3xl bg-surface p-4 shadow-surface">
      <form
        className="flex flex-wrap items-end gap-3"
        onSubmit={(event) => {
          event.preventDefault();
          show({});
        }}
      >
        <SearchField
          label="Search in sentences"
          value={search}
          onChange={setSearch}
          className="sm:w-full lg:w-64"
        />
        <SelectBox
          label="Who"
          options={[{ value: ALL, label: "Anybody" }, ...people]}
          className="w-full sm:w-44"
          {...choice("actor")}
        />
        <SelectBox label="What" options={AREAS} className="w-full sm:w-44" {...choice("area")} />
        <SelectBox
          label="Event"
          options={[{ value: ALL, label: "All events" }, ...events]}
          className="w-full sm:w-44"
          {...choice("eventId")}
        />
        <Day label="From" value={values.from} onChange={(from) => show({ from })} />
        <Day label="Until" value={values.until} onChange={(until) => show({ until })} />
        <Button type="submit" size="sm" variant="secondary" isPending={isPending}>
          Search
        </Button>
        {exported === "" ? null : (
          <ButtonLink href="/audit-log" variant="tertiary">
            Show everything
          </ButtonLink>
        )}
      </form>
      <p className="mt-3 text-xs text-muted">
        Export what is shown here:{" "}
        <a className="link-text" href={`/api/v1/audit-log/export?${exported}&format=csv`} download>
          CSV
        </a>
        {" or "}
        <a className="link-text" href={`/api/v1/audit-log/export?${exported}&format=json`} download>
          JSON
        </a>
        , with all pages. Days are in UTC.
      </p>
    </search>
  );
}

type DayProps = { label: string; value: string; onChange: (value: string) => void };

function Day({ label, value, onChange }: DayProps) {
  return (
    <TextField type="date" defaultValue={value} className="w-[calc(50%-0.375rem)] sm:w-36">
      <Label>{label}</Label>
      <Input
        onChange={({ target }) => {
          if (target.value === "" || target.value.length === 10) onChange(target.value);
        }}
      />
    </TextField>
  );
}
