import type { AlertDeliveryState, Prisma } from "@/lib/db/generated/client";
import type { AlertChannelKind, AlertRegion } from "@/lib/domain/alert/channel";

/** What a view needs besides the row: the notice that came last; of several addresses, one that it did not reach. */
export const WITH_LAST_DELIVERY = {
  deliveries: {
    orderBy: [{ createdAt: "desc" }, { problem: { sort: "asc", nulls: "last" } }, { id: "desc" }],
    take: 1,
  },
} as const satisfies Prisma.AlertChannelInclude;

type Row = Prisma.AlertChannelGetPayload<{ include: typeof WITH_LAST_DELIVERY }>;

/** A channel as screens and programs see it: never its URL or key. */
export type AlertChannelView = {
  readonly id: string;
  readonly name: string;
  readonly kind: AlertChannelKind;
  readonly roles: readonly string[];
  readonly addresses: readonly string[];
  /** What people recognise it by: the host of the URL, or the end of the key; null of e-mail. */
  readonly hint: string | null;
  readonly region: AlertRegion;
  readonly version: number;
  readonly createdAt: string;
  /** How its last notice fared; null before the first. */
  readonly lastNotice: {
    readonly state: AlertDeliveryState;
    readonly at: string;
    readonly isTest: boolean;
    /** Why the last attempt failed. */
    readonly problem: string | null;
  } | null;
};

export function toChannelView({ deliveries: [last], ...row }: Row): AlertChannelView {
  const { id, name, kind, roles, addresses, hint, version } = row;
  return {
    ...{ id, name, kind, roles, addresses, hint, version },
    region: row.region === "eu" ? "eu" : "us",
    createdAt: row.createdAt.toISOString(),
    lastNotice:
      last === undefined
        ? null
        : {
            ...{ state: last.state, isTest: last.isTest, problem: last.problem },
            at: (last.endedAt ?? last.createdAt).toISOString(),
          },
  };
}
