import type { FirstRunStep } from "@/components/events/first-run-checklist";
import { hasAnyAdmission } from "@/lib/services/admission/has-any";
import { listApiKeys } from "@/lib/services/api-key/list";
import type { EventView } from "@/lib/services/event/event-view";
import { listPublications } from "@/lib/services/publication/list";
import { listRules } from "@/lib/services/rule/list";
import { listSecrets } from "@/lib/services/secret/list";
import type { Caller } from "../guard";

/** The steps to a first visitor, and which of them are done; empty for users who may not take all of them. */
export async function loadFirstRun(
  { context, can }: Caller,
  events: readonly EventView[],
): Promise<readonly FirstRunStep[]> {
  if (!can("secret:read")) return [];
  const [rules, secrets, apiKeys, publications, hasVisit] = await Promise.all([
    listRules(context),
    listSecrets(context),
    listApiKeys(context),
    listPublications(context),
    hasAnyAdmission(context),
  ]);
  const event = events.find(({ status }) => status === "open") ?? events[0];
  const eventHref = event === undefined ? "/events/new" : `/events/${event.eventId}`;
  return [
    {
      title: "Create an event",
      description: "The waiting room: how many may enter per minute, and where they go.",
      href: eventHref,
      action: "Create event",
      isDone: event !== undefined,
    },
    {
      title: "Generate a secret and an API key",
      description: "Your site proves with them that a visitor has waited, and pulls the rules.",
      href: "/secrets",
      action: "Generate",
      isDone: secrets.length > 0 && apiKeys.some(({ revokedAt }) => revokedAt === null),
    },
    {
      title: "Start the event",
      description: "From then on it lets visitors in, who need a token that your secret signs.",
      href: eventHref,
      action: "Start it",
      isDone: events.some(({ runId }) => runId > 0),
    },
    {
      title: "Add a rule",
      description: "Which pages of your site go through the event.",
      href: "/rules/new",
      action: "Add rule",
      isDone: rules.length > 0,
    },
    {
      title: "Publish the rules",
      description: "Connectors get a version that never changes.",
      href: "/rules",
      action: "Publish",
      isDone: publications.length > 0,
    },
    {
      title: "Make a test visit",
      description: "Open a staff link, or a protected page of your site.",
      href: event === undefined ? "/events" : `/events/${event.eventId}/staff-links`,
      action: "Create staff link",
      isDone: hasVisit,
    },
  ];
}
