import type { Address } from "@/lib/services/installation/directory/list-addresses";
import type { Command } from "./commands";

/** What has an address: things of the customer, and pages of the documentation. */
export type Directory = {
  readonly addresses: readonly Address[];
  readonly docs: readonly { readonly path: string; readonly title: string }[];
};

export const NO_DIRECTORY: Directory = { addresses: [], docs: [] };

const KINDS: Readonly<Record<Address["kind"], string>> = {
  rule: "Rule",
  theme: "Theme",
  "address-list": "Address list",
  member: "Member",
  "api-key": "API key",
  secret: "Secret",
  connector: "Connector",
  report: "Report",
};

/** A command for each, which leads to it. */
export function addressCommands({ addresses, docs }: Directory): readonly Command[] {
  return [
    ...addresses.map(
      ({ kind, id, name, detail, href }): Command => ({
        id: `${kind} ${id}`,
        group: "Go to",
        label: `${KINDS[kind]}: ${name}`,
        ...(detail === "" ? {} : { note: detail }),
        act: { type: "go", href },
        isFoundOnly: true,
      }),
    ),
    ...docs.map(
      ({ path, title }): Command => ({
        id: `docs ${path}`,
        group: "Go to",
        label: `Docs: ${title}`,
        note: path,
        words: "documentation help",
        act: { type: "go", href: `/docs/${path}` },
        isFoundOnly: true,
      }),
    ),
  ];
}
