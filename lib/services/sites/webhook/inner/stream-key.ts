import { isAwsType } from "@/lib/domain/domain-event/catalogue";

/** Visitors of the AWS API are told of side by side: one after the other they would be told of late. */
const AT_ONCE = 4n;

/** The stream that keeps a message in order: one for each event, one for the customer, and some for the AWS API. */
export function streamKeyOf(happened: {
  readonly seq: bigint;
  readonly type: string;
  readonly eventId: string | null;
}): string {
  const { seq, type, eventId } = happened;
  return isAwsType(type) ? `${eventId}~${seq % AT_ONCE}` : (eventId ?? "");
}
