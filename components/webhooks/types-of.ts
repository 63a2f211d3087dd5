import type { Choices } from "@/components/shared/choices-field";
import type { CHOSEN_TYPES } from "@/lib/domain/domain-event/catalogue";

/** The types that are chosen in a form. The service refuses what is no type. */
export function typesOf(chosen: Choices): (typeof CHOSEN_TYPES)[number][] {
  const keys = Object.keys(chosen).filter((key) => chosen[key] === true);
  return keys.map((key) => key.replace("_", ".")) as (typeof CHOSEN_TYPES)[number][];
}
