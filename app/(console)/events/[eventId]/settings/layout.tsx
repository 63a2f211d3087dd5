import type { ReactNode } from "react";
import { SettingsNav } from "@/components/events/sections/settings-nav";
import { listDrafts } from "@/lib/services/event/draft/list";
import { load, requireCaller } from "../../../guard";

type SettingsLayoutProps = { children: ReactNode; params: Promise<{ eventId: string }> };

export default async function SettingsLayout({ children, params }: SettingsLayoutProps) {
  const { eventId } = await params;
  const { context } = await requireCaller();
  const drafts = await load(listDrafts(context, { eventId }));
  return (
    <div className="flex flex-col gap-5 md:flex-row md:gap-8">
      <SettingsNav eventId={eventId} drafted={drafts.map(({ section }) => section)} />
      <div className="min-w-0 flex-1">{children}</div>
    </div>
  );
}
