import type { Target } from "./attack";
import { becomeCustomer, openJoinableEvent } from "./attacker";
import { browserOf, newVictim } from "./victim";

/** A visitor of a new event gets a place. */
export async function honestVisitor(target: Target): Promise<void> {
  await openJoinableEvent(target, await becomeCustomer(target));
}

/** Somebody with a password signs in and sees their events; a stranger does not. */
export async function honestSignIn(target: Target): Promise<void> {
  const browser = await browserOf(target, await newVictim(target));
  const { status } = await browser.ask("/events");
  if (status !== 200) throw new Error(`Who signed in was answered ${status}.`);
}
