import { z } from "zod";
import { messageTextsSchema } from "@/lib/domain/message/message-schema";
import { named } from "./names";

export const savedMessageAnswer = named(
  "SavedMessage",
  z.object({ savedMessageId: z.string(), name: z.string(), texts: messageTextsSchema }),
);
