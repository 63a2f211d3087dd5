import { z } from "zod";
import { lineOfText } from "@/lib/domain/fields";

const conditionSchema = z.strictObject({
  field: z.enum(["user-agent", "path"]),
  contains: lineOfText(200),
});

/** What is true of a join for which an access rule was made. */
export type AccessCondition = Readonly<z.infer<typeof conditionSchema>>;

const accessRuleSchema = z.strictObject({
  name: lineOfText(60),
  isOn: z.boolean(),
  /** All of them must hold. */
  conditions: z
    .array(conditionSchema)
    .min(1, "Add a condition.")
    .max(10, "At most 10 conditions.")
    .readonly(),
  action: z.enum(["let-by", "join", "challenge", "block"]),
});

/** The first rule whose conditions hold decides what happens before a join. */
export type AccessRule = Readonly<z.infer<typeof accessRuleSchema>>;

/** The access rules of an event, in their order, as forms and the API send them. */
export const accessRulesSchema = z
  .array(accessRuleSchema)
  .max(100, "At most 100 rules.")
  .readonly();
