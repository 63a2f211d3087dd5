import { type Exchange, header } from "@/waiting-room/http/http";
import type { ServerContext } from "@/waiting-room/visit/server-context";
import { AwsError } from "./aws-error";
import type { AwsApi } from "./find-aws-api";

/** A call for which the customer's API is on. */
export type AwsCall = {
  readonly context: ServerContext;
  readonly exchange: Exchange;
  readonly api: AwsApi;
};

/** What it answers with 200. */
export type AwsAnswer = Readonly<Record<string, unknown>>;

/** Throws for a page that the event does not name; what is no browser sends no origin. */
export function requireSite(
  exchange: Exchange,
  { apiOrigins = [] }: { readonly apiOrigins?: readonly string[] },
): void {
  const origin = header(exchange.request, "origin");
  if (origin === undefined || apiOrigins.includes(origin)) return;
  throw new AwsError(403, "Name the origin of this page among the API sites of the event");
}
