import type { ReactNode } from "react";
import { SettingsNav } from "@/components/events/sections/settings-nav";

type SettingsLayoutProps = { children: ReactNode; params: Promise<{ eventId: string }> };

export default async function SettingsLayout({ children, params }: SettingsLayoutProps) {
  const { eventId } = await params;
  return (
    <div className="flex flex-col gap-5 md:flex-row md:gap-8">
      <SettingsNav eventId={eventId} drafted={[]} />
      <div className="min-w-0 flex-1">{children}</div>
    </div>
  );
}
