import { env } from "@/lib/platform/env";

/** The site that passkeys are made for: the console's own address, whatever a request claims. */
export function relyingParty(): { readonly id: string; readonly origin: string } {
  const { hostname, origin } = new URL(env.consoleUrl());
  return { id: hostname, origin };
}
