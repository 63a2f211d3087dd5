import { z } from "zod";
import { eventIdField } from "@/lib/services/event/settings/inputs";

export const createDebugTokenInput = z.strictObject({ eventId: eventIdField });
export type CreateDebugTokenInput = z.input<typeof createDebugTokenInput>;
