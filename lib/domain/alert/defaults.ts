import type { DomainEventType } from "@/lib/domain/domain-event/catalogue";
import type { AlertSeverity } from "./alert-state";

type DefaultRule = {
  readonly name: string;
  readonly types: readonly DomainEventType[];
  readonly severity: AlertSeverity;
  readonly afterMinutes: number;
  readonly groupMinutes: number;
};

/** The e-mail channel of a new customer. */
export const DEFAULT_CHANNEL_NAME = "Owners";

/** The rules that a new customer has, switched on. */
export const DEFAULT_RULES: readonly DefaultRule[] = [
  {
    name: "Paused for 15 minutes",
    types: ["event.paused"],
    ...{ severity: "warning", afterMinutes: 15, groupMinutes: 0 },
  },
  {
    name: "Sold out",
    types: ["event.sold_out"],
    ...{ severity: "info", afterMinutes: 0, groupMinutes: 60 },
  },
  {
    name: "Connector silent",
    types: ["connector.silent"],
    ...{ severity: "warning", afterMinutes: 0, groupMinutes: 60 },
  },
  {
    name: "Redis trouble",
    types: ["event.recovering", "event.clock_jumped"],
    ...{ severity: "critical", afterMinutes: 0, groupMinutes: 10 },
  },
];
