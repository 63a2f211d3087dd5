import type { Metadata } from "next";
import { PageHeader } from "@/components/shared/page-header";
import { ThemeEditor } from "@/components/themes/theme-editor";
import { LANGUAGES } from "@/lib/domain/page-texts/languages";
import { getTheme } from "@/lib/services/event/theme/get";
import { PREVIEW_STATES } from "@/waiting-room/pages/preview-states";
import { load, requireCaller } from "../../guard";
import { changeThemeAction, readWebsiteAction, uploadAssetAction } from "../actions";

export const metadata: Metadata = { title: "Theme" };

type ThemePageProps = { params: Promise<{ themeId: string }> };

export default async function ThemePage({ params }: ThemePageProps) {
  const { themeId } = await params;
  const { context, can } = await requireCaller();
  const theme = await load(getTheme(context, { themeId }));
  const languages = Object.entries(LANGUAGES).map(([tag, { name, isReviewed }]) => ({
    tag,
    name,
    isReviewed,
  }));
  return (
    <>
      <PageHeader
        title={theme.name}
        description={`Key: ${theme.key}`}
        parent={{ label: "Themes", href: "/themes" }}
      />
      <ThemeEditor
        key={theme.version}
        theme={theme}
        states={PREVIEW_STATES}
        languages={languages}
        canWrite={can("theme:write")}
        change={changeThemeAction}
        upload={uploadAssetAction}
        read={readWebsiteAction}
      />
    </>
  );
}
