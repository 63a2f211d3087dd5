import type { Metadata } from "next";
import { NewEvent } from "@/components/events/new/new-event";
import { afterFirstStep } from "@/components/overview/first-steps-return";
import { NoAccess } from "@/components/shared/no-access";
import { PageHeader } from "@/components/shared/page-header";
import { listTemplates } from "@/lib/services/event/template/list";
import { requireCaller } from "../../guard";
import { createEventAction, createFromTemplateAction } from "../actions";

export const metadata: Metadata = { title: "New event" };

type NewEventPageProps = { searchParams: Promise<Record<string, string | string[] | undefined>> };

export default async function NewEventPage({ searchParams }: NewEventPageProps) {
  const { context, can } = await requireCaller();
  if (!can("event:write")) return <NoAccess permission="event:write" />;
  return (
    <>
      <PageHeader title="New event" parent={{ label: "Events", href: "/events" }} />
      <NewEvent
        after={await afterFirstStep(searchParams)}
        timeZone={context.customer.timeZone}
        timeZones={["UTC", ...Intl.supportedValuesOf("timeZone")]}
        templates={await listTemplates(context)}
        create={createEventAction}
        createFromTemplate={createFromTemplateAction}
      />
    </>
  );
}
