import type { TableData } from "./held-data";
import { user } from "./held-of-people";

const told = (what: string) =>
  user(what, "people are alerted to who did what", "30 days; anonymised when the person is erased");

/** The tables of alerts: who is told, by which rules, and what was told. */
export const ALERTS_IN_POSTGRES = {
  AlertChannel: {
    plain: ["id", "customerId", "name", "kind", "roles", "hint", "region", "version", "createdAt"],
    secret: ["sealed"],
    personal: {
      addresses: user(
        "e-mail addresses that alerts are sent to",
        "alerts reach people without an account",
        "until someone removes them, or the person is erased",
      ),
    },
  },
  AlertRule: {
    plain: [
      ...[
        "id",
        "customerId",
        "name",
        "types",
        "eventIds",
        "channelIds",
        "severity",
        "afterMinutes",
      ],
      ...["groupMinutes", "quietFrom", "quietUntil", "isOn", "countsFrom", "version", "createdAt"],
    ],
  },
  Alert: {
    plain: [
      ...["id", "customerId", "ruleId", "type", "eventId", "eventName", "subject", "canResolve"],
      ...["isOpen", "isTold", "since", "untold", "groupUntil", "count", "toldChannelIds"],
      ...["firstToldAt", "resolvedAt", "dueAt", "endedAt"],
    ],
    personal: { summary: told("the sentence of an alert") },
  },
  AlertDelivery: {
    plain: [
      ...["id", "channelId", "key", "isTest", "state", "failures", "nextAttemptAt", "leaseId"],
      ...["leasedUntil", "problem", "createdAt", "endedAt"],
    ],
    personal: {
      notice: told("the text of an alert"),
      address: user(
        "the e-mail address that an alert is sent to",
        "each address gets it, whatever becomes of the others",
        "30 days; deleted when the person is erased",
      ),
    },
  },
} as const satisfies Readonly<Record<string, TableData>>;
