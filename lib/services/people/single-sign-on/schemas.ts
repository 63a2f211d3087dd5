import { z } from "zod";
import { ROLES } from "@/lib/domain/permissions/roles";
import { env } from "@/lib/platform/env";
import { allowedHostsOf, hostOf, readOutgoingUrl } from "@/lib/platform/outgoing/outgoing-url";

/** The address that a provider calls itself by. Plain http is for a provider inside of the installation's own network. */
const issuerField = z
  .string()
  .trim()
  .max(500)
  .superRefine((text, check) => {
    const allowed = allowedHostsOf(env.allowedPrivateHosts());
    const read = readOutgoingUrl(text, allowed);
    if (!read.ok) return check.addIssue(read.reason);
    const host = hostOf(read.url);
    const isInternal = allowed.hasName(host) || allowed.hasAddress(host);
    if (read.url.protocol !== "https:" && !isInternal) {
      check.addIssue("Enter a full URL that starts with https://.");
    }
    if (read.url.search !== "" || read.url.hash !== "") {
      check.addIssue("Remove everything from ? or #.");
    }
  });

export const setProviderInput = z.strictObject({
  issuer: issuerField,
  clientId: z.string().trim().min(1, "Enter the client ID.").max(300),
  /** Empty: the one that is stored stays. */
  clientSecret: z.string().trim().max(500),
  joins: z.boolean(),
  defaultRole: z.enum(ROLES).refine((role) => role !== "owner", {
    error: "The owner role can't be granted by SSO. Choose another role.",
  }),
});
export type SetProviderInput = z.input<typeof setProviderInput>;

export const beginSingleSignOnInput = z.strictObject({
  customerId: z.string().trim().toLowerCase().min(1, "Enter the customer ID.").max(60),
  next: z.string().max(2_000),
  /** The provider has to ask the person anew. */
  isFresh: z.boolean().optional(),
});
export type BeginSingleSignOnInput = z.input<typeof beginSingleSignOnInput>;
