import type { PublishedCustomer } from "@/lib/line/commands/published";

/** The names in a customer's published rules, read once for each time that the customer was read. */
const namesOf = new WeakMap<object, ReadonlySet<string>>();

function readNames(config: string | null): ReadonlySet<string> {
  if (config === null) return new Set();
  const { Integrations }: { Integrations: readonly { readonly Name: string }[] } =
    JSON.parse(config);
  return new Set(Integrations.map(({ Name }) => Name));
}

function publishedNames(customer: Pick<PublishedCustomer, "config">): ReadonlySet<string> {
  const known = namesOf.get(customer) ?? readNames(customer.config);
  namesOf.set(customer, known);
  return known;
}

/**
 * Whether a visitor whom a rule of this name has sent sees the page even while nobody waits. Where a customer
 * has the option at any rule, only the name of a published rule without it leads straight in: a connector may
 * still obey rules from before a rename, and whoever comes without a name may have come past every rule.
 */
export function alwaysWaits(
  customer: Pick<PublishedCustomer, "alwaysWaitRules" | "config">,
  ruleName: string | null,
): boolean {
  const { alwaysWaitRules } = customer;
  if (alwaysWaitRules.length === 0) return false;
  if (ruleName === null || alwaysWaitRules.includes(ruleName)) return true;
  return !publishedNames(customer).has(ruleName);
}
