import { CHOSEN_TYPES, DOMAIN_EVENTS } from "@/lib/domain/domain-event/catalogue";

/** Types that an endpoint can be told of, as forms group them. */
export type TypeGroup = {
  readonly label: string;
  readonly types: readonly { readonly type: string; readonly title: string }[];
};

const LABELS: Readonly<Record<string, string>> = {
  event: "Events",
  draw: "Draws",
  report: "Reports",
  rules: "Rules",
  connector: "Connectors",
  secret: "Secrets",
  approval: "Approvals",
  owner: "Owners",
  audit: "Audit log",
};

/** All of them. Forms are given these: the catalogue with its schemas stays on the server. */
export const TYPE_GROUPS: readonly TypeGroup[] = Object.entries(LABELS).map(
  ([beginning, label]) => ({
    label,
    types: CHOSEN_TYPES.filter((type) => type.startsWith(`${beginning}.`)).map((type) => ({
      ...{ type, title: DOMAIN_EVENTS[type].title },
    })),
  }),
);

/** What an endpoint is told of, in a few words. */
export function typesInWords(types: readonly string[] | null): string {
  if (types === null) return "Everything";
  const known = TYPE_GROUPS.flatMap((group) => group.types);
  const title = known.find(({ type }) => type === types[0])?.title ?? types[0] ?? "";
  return types.length === 1 ? title : `${title} and ${types.length - 1} more`;
}
