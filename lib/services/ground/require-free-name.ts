import { invalidField } from "./errors";

/**
 * Throws `invalid` where another of the customer has the name: whoever reads it, or writes it into a file, would not
 * know which is meant. `namesakes` is counted under the customer's lock; `what` is such as "webhook".
 */
export function requireFreeName(what: string, name: string, namesakes: number): void {
  if (namesakes > 0) throw invalidField("name", `Another ${what} is called “${name}”.`);
}
