import type { AlertChannel } from "@/lib/db/generated/client";

/** Where a channel sends, as the audit log keeps it: of addresses only how many there are, and where. */
export function targetInAudit({ hint, roles, addresses, region }: AlertChannel) {
  const domains = addresses.map((address) => address.slice(address.lastIndexOf("@") + 1));
  return {
    ...{ hint, roles, region, addresses: addresses.length },
    addressDomains: [...new Set(domains)].sort(),
  };
}
