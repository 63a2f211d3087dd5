import type { Step } from "./answer";
import type { PageData } from "./page-data";

/** A browser that takes longer to give its key goes on without it; at the front it would go in nowhere. */
const PATIENCE_MS = 2_000;
const PATIENCE_AT_THE_FRONT_MS = 10_000;

/** What the page says of its key with a question; `queueId` is that of a place with a key. */
export type ShowKey = (
  step: Step,
  about: { readonly runId: number; readonly queueId: string | undefined; readonly atMs: number },
) => Promise<string | undefined>;

/** Shows the key of this browser where the event asks for one, and proves at the front that it is held. */
export function showKeyOf({ customerId, eventId, keyUrl }: PageData): ShowKey | undefined {
  if (!keyUrl) return undefined;
  const module: Promise<typeof import("./key")> = import(keyUrl);
  const held = module.then(({ holdKey }) => holdKey(`${customerId}:${eventId}`));
  return (step, { queueId, ...about }) => {
    const purpose = queueId && (step === "near" || step === "enter") ? step : null;
    const shown = held.then((key) =>
      queueId && purpose
        ? key.prove({ purpose, customerId, eventId, queueId, ...about })
        : key.publicKey,
    );
    const patienceMs = purpose ? PATIENCE_AT_THE_FRONT_MS : PATIENCE_MS;
    const late = new Promise<undefined>((resolve) => setTimeout(resolve, patienceMs));
    return Promise.race([shown, late]).catch(() => undefined);
  };
}
