"use client";

import { useRouter } from "next/navigation";
import { useOptimistic, useState, useTransition } from "react";
import { ButtonLink } from "@/components/shared/button-link";
import { SearchField } from "@/components/shared/search-field";
import { SelectBox, type SelectOption } from "@/components/shared/select-box";
import { Button } from "@/components/ui/button";
import { TextInput } from "@/components/ui/text-input";
import { AUDIT_AREAS, type AuditArea } from "@/lib/domain/audit/areas";

/** What the address of the page says; an empty text stands for everything. */
export type AuditFilterValues = {
  readonly search: string;
  readonly actor: string;
  readonly area: string;
  readonly eventId: string;
  readonly from: string;
  readonly until: string;
  /** The end of the id of one session. */
  readonly session: string;
};

type AuditFilterProps = {
  values: AuditFilterValues;
  people: readonly SelectOption[];
  events: readonly SelectOption[];
};

/** No id and no area is called so. */
const ALL = "*";

const LABELS: Readonly<Record<AuditArea, string>> = {
  events: "Events",
  rules: "Rules",
  secrets: "Secrets and keys",
  approvals: "Approvals",
  team: "Team and sign-in",
  themes: "Themes",
  webhooks: "Webhooks",
  alerts: "Alerts",
  reports: "Rehearsals and reports",
  customer: "Customer",
};

const AREAS: readonly SelectOption[] = [
  { value: ALL, label: "All" },
  ...AUDIT_AREAS.map((area) => ({ value: area, label: LABELS[area] })),
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
  const [chosen, choose] = useOptimistic(values);
  const show = (changed: Partial<AuditFilterValues>) =>
    startTransition(() => {
      const wanted = { ...chosen, search, ...changed };
      choose(wanted);
      router.push(`/audit-log?${queryOf(wanted)}`);
    });
  const choice = (name: "actor" | "area" | "eventId") => ({
    value: chosen[name] === "" ? ALL : chosen[name],
    onChange: (value: string) => show({ [name]: value === ALL ? "" : value }),
  });
  const exported = queryOf(values);
  return (
    <search className="mb-4 rounded-3xl bg-surface p-4 shadow-surface">
      <form
        className="flex flex-col gap-3"
        data-unsaved="false"
        onSubmit={(event) => {
          event.preventDefault();
          show({});
        }}
      >
        <div className="flex items-center gap-3">
          <SearchField
            label="Search entries"
            value={search}
            onChange={setSearch}
            className="min-w-0 flex-1 sm:w-auto"
          />
          <Button type="submit" size="sm" variant="secondary" isPending={isPending}>
            Search
          </Button>
        </div>
        <div className="grid grid-cols-2 gap-3 sm:grid-cols-3 lg:grid-cols-5">
          <SelectBox
            label="User"
            options={[{ value: ALL, label: "Anyone" }, ...people]}
            className="min-w-0"
            {...choice("actor")}
          />
          <SelectBox label="Area" options={AREAS} className="min-w-0" {...choice("area")} />
          <SelectBox
            label="Event"
            options={[{ value: ALL, label: "All events" }, ...events]}
            className="min-w-0"
            {...choice("eventId")}
          />
          <Day label="From" value={values.from} onChange={(from) => show({ from })} />
          <Day label="Until" value={values.until} onChange={(until) => show({ until })} />
        </div>
        {exported === "" ? null : (
          <div className="flex flex-wrap items-center gap-3">
            {values.session === "" ? null : (
              <p className="text-sm">
                Session <code className="font-mono">…{values.session}</code>
              </p>
            )}
            <ButtonLink href="/audit-log" variant="tertiary">
              Clear filters
            </ButtonLink>
          </div>
        )}
      </form>
      <p className="mt-3 text-xs text-muted">
        Export these results:{" "}
        <a className="link-text" href={`/api/v1/audit-log/export?${exported}&format=csv`} download>
          CSV
        </a>
        {" or "}
        <a className="link-text" href={`/api/v1/audit-log/export?${exported}&format=json`} download>
          JSON
        </a>{" "}
        (all pages). Days are in UTC.
      </p>
    </search>
  );
}

type DayProps = { label: string; value: string; onChange: (value: string) => void };

function Day({ label, value, onChange }: DayProps) {
  const [typed, setTyped] = useState(value);
  return (
    <TextInput
      label={label}
      type="date"
      value={typed}
      onChange={(day) => {
        setTyped(day);
        if (day === "" || day.length === 10) onChange(day);
      }}
      className="min-w-0"
    />
  );
}
