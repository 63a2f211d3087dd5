"use client";

import Link from "next/link";
import { ConfirmButton } from "@/components/shared/confirm-button";
import { type DataColumn, DataTable } from "@/components/shared/data-table";
import { Moment } from "@/components/shared/moment";
import type { Action } from "@/lib/http/action-result";
import type { DuplicateThemeInput, ThemeIdInput } from "@/lib/services/event/theme/schemas";
import type { ListedTheme, ThemeView } from "@/lib/services/event/theme/theme-view";
import { NameTheme } from "./name-theme";

type ThemeTableProps = {
  themes: readonly ListedTheme[];
  canWrite: boolean;
  duplicate: Action<DuplicateThemeInput, ThemeView>;
  remove: Action<ThemeIdInput, unknown>;
};

/** All themes of a customer, each with the events that wear it. */
export function ThemeTable({ themes, canWrite, duplicate, remove }: ThemeTableProps) {
  const actions: DataColumn<ListedTheme> = {
    key: "actions",
    header: "Actions",
    hideHeader: true,
    align: "end",
    cell: ({ id, name }) => (
      <div className="flex flex-wrap justify-end gap-1">
        <NameTheme
          trigger="Duplicate"
          triggerLabel={`Duplicate ${name}`}
          triggerVariant="ghost"
          title={`Duplicate of ${name}`}
          submit={(names) => duplicate({ themeId: id, ...names })}
        />
        <ConfirmButton
          trigger="Delete"
          triggerLabel={`Delete ${name}`}
          triggerVariant="ghost"
          title={`Delete ${name}?`}
          confirm="Delete theme"
          run={() => remove({ themeId: id })}
        >
          Rules and links that use this theme fall back to the event's theme.
        </ConfirmButton>
      </div>
    ),
  };
  return (
    <DataTable
      caption="Themes"
      columns={canWrite ? [...COLUMNS, actions] : COLUMNS}
      rows={themes}
      rowKey={({ id }) => id}
    />
  );
}

const COLUMNS: readonly DataColumn<ListedTheme>[] = [
  {
    key: "name",
    header: "Name",
    cell: ({ id, name, key }) => (
      <span className="flex min-w-0 flex-col">
        <Link href={`/themes/${id}`} className="link-text w-fit max-w-full truncate font-medium">
          {name}
        </Link>
        <code className="truncate text-xs text-muted">{key}</code>
      </span>
    ),
  },
  {
    key: "usedBy",
    header: "Used by",
    cell: ({ usedBy }) =>
      usedBy.length === 0 ? <span className="text-muted">no events</span> : usedBy.join(", "),
  },
  {
    key: "updatedAt",
    header: "Changed",
    wideOnly: true,
    cell: ({ updatedAt }) => <Moment at={updatedAt} />,
  },
];
