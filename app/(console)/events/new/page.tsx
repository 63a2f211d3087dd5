import type { Metadata } from "next";
import { NewEvent } from "@/components/events/new-event";
import { NoAccess } from "@/components/shared/no-access";
import { PageHeader } from "@/components/shared/page-header";
import { listThemes } from "@/lib/services/theme/list";
import { requireCaller } from "../../guard";
import { createEventAction } from "../actions";

export const metadata: Metadata = { title: "New event" };

export default async function NewEventPage() {
  const { context, can } = await requireCaller();
  if (!can("event:write")) return <NoAccess permission="event:write" />;
  return (
    <>
      <PageHeader title="New event" parent={{ label: "Events", href: "/events" }} />
      <NewEvent
        customerName={context.customer.name}
        timeZones={["UTC", ...Intl.supportedValuesOf("timeZone")]}
        themes={await listThemes(context)}
        create={createEventAction}
      />
    </>
  );
}
