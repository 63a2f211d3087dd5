import { redirect } from "next/navigation";

type SettingsPageProps = { params: Promise<{ eventId: string }> };

/** The settings begin with their first section. */
export default async function SettingsPage({ params }: SettingsPageProps) {
  const { eventId } = await params;
  redirect(`/events/${eventId}/settings/general`);
}
