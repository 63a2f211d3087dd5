import { SETTINGS } from "@/lib/domain/event/settings/table";

type Names<Is extends string> = {
  [Name in keyof typeof SETTINGS]: (typeof SETTINGS)[Name]["value"] extends { readonly is: Is }
    ? Name
    : never;
}[keyof typeof SETTINGS];

/** What the field of a setting takes from its entry: its name and its label. */
export function ofSetting<Name extends keyof typeof SETTINGS>(name: Name) {
  return { name, label: SETTINGS[name].label } as const;
}

/** The same for a number, with its range; it is required where there has to be one. */
export function ofNumber<Name extends Names<"count" | "limit">>(name: Name) {
  const { label, value } = SETTINGS[name];
  const { min: minValue, max: maxValue, is } = value;
  return { name, label, minValue, maxValue, isRequired: is === "count" } as const;
}
