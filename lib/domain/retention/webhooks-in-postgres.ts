import type { TableData } from "./held-data";
import { user, visitor } from "./held-of-people";

const told = (what: string) =>
  user(what, "programs are told who did what", "30 days; anonymised when the person is erased");

/** The tables of what happened, and of who is told. */
export const WEBHOOKS_IN_POSTGRES = {
  DomainEvent: {
    plain: [
      ...[
        "seq",
        "id",
        "customerId",
        "type",
        "eventId",
        "eventName",
        "at",
        "plannedAt",
        "traceparent",
      ],
      "alertedAt",
    ],
    personal: {
      doneBy: told("name of the author of a notification"),
      summary: told("the sentence of a notification"),
      data: visitor(
        "queue id in a notification",
        "sites of the AWS API are told who was admitted",
        "30 days",
      ),
    },
  },
  ConnectorWatch: { plain: ["customerId", "seen", "version"] },
  LineWatch: { plain: ["eventId", "run", "seen", "version"] },
  Threshold: {
    plain: [
      ...["id", "customerId", "eventId", "name", "metric", "crossedAt", "clearedAt", "holdSeconds"],
      ...["version", "createdAt"],
    ],
  },
  WebhookEndpoint: {
    plain: [
      ...["id", "customerId", "name", "url", "types", "eventIds", "isOn", "offBecause", "offAt"],
      ...["offToldAt", "beforeUntil", "failingSince", "version", "createdAt"],
    ],
    secret: ["sealed", "sealedBefore"],
  },
  WebhookStream: {
    plain: ["endpointId", "key", "nextAttemptAt", "failures", "leaseId", "leasedUntil"],
  },
  WebhookDelivery: {
    plain: [
      ...["id", "endpointId", "key", "domainEventSeq", "isReplay", "state", "createdAt", "endedAt"],
    ],
  },
  WebhookAttempt: {
    plain: ["id", "deliveryId", "at", "durationMs", "status", "problem", "answer"],
  },
} as const satisfies Readonly<Record<string, TableData>>;
