import type { Metadata } from "next";
import { connection } from "next/server";
import { SchedulePanel } from "@/components/schedules/schedule-panel";
import { getEvent } from "@/lib/services/event/get";
import { load, requireCaller } from "../../../guard";
import { saveSchedulesAction } from "./actions";

export const metadata: Metadata = { title: "Schedules" };

type SchedulesPageProps = { params: Promise<{ eventId: string }> };

export default async function SchedulesPage({ params }: SchedulesPageProps) {
  await connection();
  const { eventId } = await params;
  const { context, can } = await requireCaller();
  const event = await load(getEvent(context, { eventId }));
  return (
    <SchedulePanel
      event={event}
      timeZones={["UTC", ...Intl.supportedValuesOf("timeZone")]}
      nowMs={Date.now()}
      canWrite={can("event:write")}
      save={saveSchedulesAction}
    />
  );
}
