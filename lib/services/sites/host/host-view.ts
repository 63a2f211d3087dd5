import type { CustomerHost } from "@/lib/db/generated/client";
import { dnsProof, fileProof } from "@/lib/domain/address/host";

/** A host of the customer's own, and what it has to show. Times in ISO 8601. */
export type HostView = {
  readonly id: string;
  readonly host: string;
  readonly isVerified: boolean;
  readonly verifiedAt: string | null;
  readonly lastCheckedAt: string | null;
  /** Checks in a row that found no proof. */
  readonly failures: number;
  readonly token: string;
  readonly dns: { readonly name: string; readonly value: string };
  readonly fileUrl: string;
};

export function toHostView(row: CustomerHost): HostView {
  const { id, host, token, verifiedHost, verifiedAt, lastCheckedAt, failures } = row;
  return {
    id,
    host,
    isVerified: verifiedHost !== null,
    verifiedAt: verifiedAt?.toISOString() ?? null,
    lastCheckedAt: lastCheckedAt?.toISOString() ?? null,
    failures,
    token,
    dns: dnsProof(host, token),
    fileUrl: fileProof(host),
  };
}
