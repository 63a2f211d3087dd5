import type { AwsDoors } from "@/lib/db/generated/client";
import type { PublishedAwsClient, PublishedAwsDoors } from "@/lib/line/commands/published";
import { env } from "@/lib/platform/env";

/** The doors for sites of Virtual Waiting Room on AWS as screens and API show them, without any secret. */
export type AwsDoorsView = {
  readonly isOn: boolean;
  /** Where the public calls are, and the issuer of tokens. */
  readonly publicUrl: string;
  /** Where the private calls are. */
  readonly privateUrl: string;
  /** The key that signs tokens; null before the doors were first turned on. */
  readonly keyId: string | null;
  readonly accessKeyId: string | null;
  /** The API key whose permissions the access key has. */
  readonly apiKeyId: string | null;
  readonly clients: readonly Pick<PublishedAwsClient, "eventId" | "redirectUris">[];
};

/** `row` is null where the doors were never turned on. */
export function toAwsDoorsView(wireId: string, row: AwsDoors | null): AwsDoorsView {
  return {
    isOn: row?.isOn ?? false,
    publicUrl: `${env.waitingRoomUrl()}/${wireId}/aws`,
    privateUrl: `${env.consoleUrl()}/api/v1/aws`,
    keyId: row?.keyId ?? null,
    accessKeyId: row?.accessKeyId ?? null,
    apiKeyId: row?.apiKeyId ?? null,
    clients: clientsOf(row).map(({ eventId, redirectUris }) => ({ eventId, redirectUris })),
  };
}

export function clientsOf(row: Pick<AwsDoors, "clients"> | null): readonly PublishedAwsClient[] {
  // Written by saveAwsClient alone.
  return (row?.clients ?? []) as unknown as readonly PublishedAwsClient[];
}

/** What waiting rooms get: nothing while the doors are off. */
export function publishedAwsDoors(row: AwsDoors | null): PublishedAwsDoors | null {
  return row?.isOn === true ? { sealed: row.sealed, clients: clientsOf(row) } : null;
}
