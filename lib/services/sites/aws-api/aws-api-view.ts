import type { AwsApi } from "@/lib/db/generated/client";
import type { PublishedAwsApi, PublishedAwsClient } from "@/lib/line/commands/published";
import { env } from "@/lib/platform/env";

/** A customer's API of Virtual Waiting Room on AWS as screens and API show them, without any secret. */
export type AwsApiView = {
  readonly isOn: boolean;
  /** Where the public calls are, and the issuer of tokens. */
  readonly publicUrl: string;
  /** Where the private calls are. */
  readonly privateUrl: string;
  /** The key that signs tokens; null before the API was first turned on. */
  readonly keyId: string | null;
  readonly keyMadeAt: string | null;
  readonly accessKeyId: string | null;
  /** The API key whose permissions the access key has. */
  readonly apiKeyId: string | null;
  readonly clients: readonly Pick<PublishedAwsClient, "eventId" | "redirectUris">[];
};

/** `row` is null where the API was never turned on. */
export function toAwsApiView(wireId: string, row: AwsApi | null): AwsApiView {
  return {
    isOn: row?.isOn ?? false,
    publicUrl: `${env.waitingRoomUrl()}/${wireId}/aws`,
    privateUrl: `${env.consoleUrl()}/api/v1/aws`,
    keyId: row?.keyId ?? null,
    keyMadeAt: row?.keyMadeAt.toISOString() ?? null,
    accessKeyId: row?.accessKeyId ?? null,
    apiKeyId: row?.apiKeyId ?? null,
    clients: clientsOf(row).map(({ eventId, redirectUris }) => ({ eventId, redirectUris })),
  };
}

export function clientsOf(row: Pick<AwsApi, "clients"> | null): readonly PublishedAwsClient[] {
  // Written by saveAwsClient alone.
  return (row?.clients ?? []) as unknown as readonly PublishedAwsClient[];
}

/** What waiting rooms get: nothing while the API is off. */
export function publishedAwsApi(row: AwsApi | null): PublishedAwsApi | null {
  return row?.isOn === true ? { sealed: row.sealed, clients: clientsOf(row) } : null;
}
