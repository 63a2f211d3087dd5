import type { Step } from "./answer";
import type { PageData } from "./page-data";

/** A browser that takes longer to give its key goes on without it. */
const PATIENCE_MS = 2_000;

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
    const shown = held.then((key) =>
      (step === "near" || step === "enter") && queueId
        ? key.prove({ purpose: step, customerId, eventId, queueId, ...about })
        : key.publicKey,
    );
    const late = new Promise<undefined>((resolve) => setTimeout(resolve, PATIENCE_MS));
    return Promise.race([shown, late]).catch(() => undefined);
  };
}
