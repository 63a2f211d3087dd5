import { z } from "zod";
import { addressListSchema, listKey } from "@/lib/domain/address-list/list-schema";
import { alertName, alertRuleFields } from "@/lib/domain/alert/alert-rule-schema";
import { SETTING_SCHEMAS } from "@/lib/domain/event/settings/schemas";
import {
  SETTING_DEFAULTS,
  SETTING_NAMES,
  type SettingName,
  type SettingValues,
} from "@/lib/domain/event/settings/table";
import { lineOfText } from "@/lib/domain/fields";
import { savedRuleSchema } from "@/lib/domain/integration-config/rule-schema";
import { themeKey, themeSchema } from "@/lib/domain/theme/theme-schema";
import { thresholdFields, thresholdName, withBand } from "@/lib/domain/threshold/threshold-schema";
import { webhookFields, webhookName } from "@/lib/domain/webhook/webhook-schema";
import { isWireId, WIRE_ID_RULE } from "@/lib/domain/wire-id";

const DEFAULTS: Readonly<Partial<Record<SettingName, unknown>>> = SETTING_DEFAULTS;

/** A setting that is left out has its default: so the file says all of an event, and every change by hand is found. */
function orDefault(name: SettingName): z.ZodType {
  const schema: z.ZodType = SETTING_SCHEMAS[name];
  if (name === "brandName") return schema.optional();
  return name in DEFAULTS ? schema.default(() => structuredClone(DEFAULTS[name])) : schema;
}

const settings = Object.fromEntries(SETTING_NAMES.map((name) => [name, orDefault(name)]));

/** What the file says of an event. Without a brand name it has the customer's. */
export type EventEntry = Omit<SettingValues, "brandName"> & {
  readonly brandName?: string | undefined;
  /** Settings that the file leaves to people. */
  readonly unmanaged: readonly string[];
};

const eventEntry = z
  .strictObject({ ...settings, unmanaged: z.array(z.enum(SETTING_NAMES)).default([]) })
  // Made from the schema of each setting, which objects made from entries forget.
  .transform((entry) => entry as unknown as EventEntry);

const themeEntry = z.strictObject({ name: lineOfText(100), settings: themeSchema });

/** A rule whose channels are all gone has none. */
const alertRuleEntry = z.strictObject({ ...alertRuleFields, channels: z.array(alertName) });

/**
 * `stanchion.yaml`. A part that is left out is not looked at. What is left out of a part that is there is deleted with
 * `--prune` only.
 */
export const manifestSchema = z
  .strictObject({
    version: z.literal(1, "This program reads version 1."),
    lists: z.record(listKey, addressListSchema).optional(),
    themes: z.record(themeKey, themeEntry).optional(),
    events: z.record(z.string().refine(isWireId, WIRE_ID_RULE), eventEntry).optional(),
    /** By their names. Secrets stay where they are. */
    webhooks: z.record(webhookName, z.strictObject(webhookFields)).optional(),
    /** By their names. */
    thresholds: z.record(thresholdName, withBand(z.strictObject(thresholdFields))).optional(),
    /** By their names. Channels have secrets, and stay where they are. */
    alertRules: z.record(alertName, alertRuleEntry).optional(),
    /** In their order: the first that matches decides. */
    rules: z.array(savedRuleSchema).max(200, "At most 200 rules.").optional(),
    /** Whether connectors are given the rules of the file, once they differ from those published. */
    publishRules: z.boolean().default(true),
  })
  .superRefine(({ rules = [] }, issues) => {
    const names = rules.map(({ name }) => name);
    for (const [index, name] of names.entries()) {
      if (names.indexOf(name) === index) continue;
      const message = `Another rule is called “${name}”.`;
      issues.addIssue({ code: "custom", path: ["rules", index, "name"], message });
    }
  });

export type Manifest = z.output<typeof manifestSchema>;
export type ListEntry = NonNullable<Manifest["lists"]>[string];
export type ThemeEntry = NonNullable<Manifest["themes"]>[string];
export type WebhookEntry = NonNullable<Manifest["webhooks"]>[string];
export type ThresholdEntry = NonNullable<Manifest["thresholds"]>[string];
export type AlertRuleEntry = NonNullable<Manifest["alertRules"]>[string];
export type RuleEntry = NonNullable<Manifest["rules"]>[number];
