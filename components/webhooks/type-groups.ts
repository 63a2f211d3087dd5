import type { ChoiceGroup } from "@/components/shared/choices-field";
import { CHOSEN_TYPES, DOMAIN_EVENTS } from "@/lib/domain/domain-event/catalogue";

const AWS_LABEL = "Virtual Waiting Room on AWS";

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
  aws: AWS_LABEL,
};

/** All types as forms group them. Forms are given these: the catalogue with its schemas stays on the server. */
export const TYPE_GROUPS: readonly ChoiceGroup[] = Object.entries(LABELS).map(
  ([beginning, label]) => ({
    label,
    choices: CHOSEN_TYPES.filter((type) => type.startsWith(`${beginning}.`)).map((type) => {
      return { value: type, label: DOMAIN_EVENTS[type].title };
    }),
  }),
);

/** The types that alert rules watch. */
export const ALERT_TYPE_GROUPS = TYPE_GROUPS.filter(({ label }) => label !== AWS_LABEL);

/** What an endpoint is told of, in a few words. */
export function typesInWords(types: readonly string[] | null): string {
  if (types === null) return "Everything";
  const known = TYPE_GROUPS.flatMap(({ choices }) => choices);
  const title = known.find(({ value }) => value === types[0])?.label ?? types[0] ?? "";
  return types.length === 1 ? title : `${title} and ${types.length - 1} more`;
}
