import { db } from "@/lib/db/client";
import type { NewEventDefaults } from "@/lib/domain/event/new-event-defaults";
import { defineVerb, noInput } from "@/lib/services/ground/define-verb";
import { readDefaults } from "./inner/read-defaults";

/** What the customer's new events begin with. */
export const getNewEventDefaults = defineVerb(
  "customer:read",
  noInput,
  (context): Promise<NewEventDefaults> => readDefaults(db(), context),
);
