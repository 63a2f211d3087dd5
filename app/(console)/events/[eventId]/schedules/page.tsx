import { redirect } from "next/navigation";

type SchedulesPageProps = { params: Promise<{ eventId: string }> };

/** Schedules stand with the other times of the event. */
export default async function SchedulesPage({ params }: SchedulesPageProps) {
  const { eventId } = await params;
  redirect(`/events/${eventId}/settings/schedule`);
}
