import { Palette } from "lucide-react";
import type { Metadata } from "next";
import { EmptyState } from "@/components/shared/empty-state";
import { PageHeader } from "@/components/shared/page-header";
import { Panel } from "@/components/shared/panel";
import { NameTheme } from "@/components/themes/name-theme";
import { ThemeTable } from "@/components/themes/theme-table";
import { listThemes } from "@/lib/services/event/theme/list";
import { requireCaller } from "../guard";
import { createThemeAction, deleteThemeAction, duplicateThemeAction } from "./actions";

export const metadata: Metadata = { title: "Themes" };

export default async function ThemesPage() {
  const { context, can } = await requireCaller();
  const themes = await listThemes(context);
  const add = can("theme:write") ? (
    <NameTheme trigger="New theme" title="New theme" submit={createThemeAction} />
  ) : null;
  return (
    <>
      <PageHeader
        title="Themes"
        description="The look and texts of your waiting pages."
        actions={themes.length === 0 ? null : add}
      />
      <Panel flush>
        {themes.length === 0 ? (
          <EmptyState icon={Palette} title="No themes yet" action={add}>
            By default, pages use the event's name, colour and logo. Themes add fonts, backgrounds,
            links and custom texts, and can be shared by events.
          </EmptyState>
        ) : (
          <ThemeTable
            themes={themes}
            canWrite={can("theme:write")}
            duplicate={duplicateThemeAction}
            remove={deleteThemeAction}
          />
        )}
      </Panel>
    </>
  );
}
