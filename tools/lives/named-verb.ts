import type { Life } from "./life";

/** One verb under its own name, which is what it does not know of itself. */
export type NamedVerb<Given> = Readonly<
  Record<string, (context: Life["context"], input: { eventId: string } & Given) => Promise<unknown>>
>;

/** Calls the one verb in a life, under its name, with the event's id and what was given. */
export function callVerb<Given extends object>(named: NamedVerb<Given>) {
  const [entry] = Object.entries(named);
  if (entry === undefined) throw new Error("There is no verb.");
  const [name, called] = entry;
  const call = (life: Life, given: Given) =>
    life.act(name, () => called(life.context, { eventId: life.eventId, ...given }));
  return { name, call };
}
