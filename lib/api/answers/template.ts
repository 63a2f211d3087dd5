import { z } from "zod";
import { SETTING_SCHEMAS } from "@/lib/domain/event/settings/schemas";
import { someSettingsAnswer } from "./draft";
import { moment } from "./event";
import { named } from "./names";

/** Settings from which events are made. */
export const templateAnswer = named(
  "Template",
  z.object({
    templateId: z.string(),
    name: z.string(),
    settings: someSettingsAnswer,
    createdAt: moment,
  }),
);

/** What nobody has to say of a new event. */
export const newEventSettingsAnswer = named(
  "NewEventSettings",
  z.object(SETTING_SCHEMAS).omit({ name: true, kind: true, targetUrl: true }),
);
