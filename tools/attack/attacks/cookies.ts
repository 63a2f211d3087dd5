import { sleep } from "@/tools/shared/time";
import { type Answer, ask } from "../../shared/ask";
import { type AttackResult, attacksOn, type Target } from "../attack";
import { becomeCustomer, openJoinableEvent } from "../attacker";
import { honestVisitor } from "../honest";

const ROUNDS = 30;
const DORMANT_MS = 60_000;
/** What a browser says of a person who navigates in a window of its own. */
const NAVIGATION = {
  accept: "text/html",
  "sec-fetch-mode": "navigate",
  "sec-fetch-dest": "document",
} as const;

type Event = { readonly customerId: string; readonly eventId: string };

function pageOf({ waitingRoomUrl }: Target, { customerId, eventId }: Event): string {
  return `${waitingRoomUrl}/?${new URLSearchParams({ c: customerId, e: eventId })}`;
}

function openAs(page: string, userAgent: string): Promise<Answer> {
  return ask(page, { headers: { ...NAVIGATION, "user-agent": userAgent } });
}

/** Whether somebody went straight to the site. */
function wentIn({ headers }: Answer): boolean {
  return headers.location?.includes("queueittoken=") === true;
}

async function goRoundWithoutCookies(target: Target): Promise<AttackResult> {
  const page = pageOf(target, await openJoinableEvent(target, await becomeCustomer(target)));
  const endsAtMs = Date.now() + DORMANT_MS;
  for (let others = 0; !wentIn(await openAs(page, `Somebody ${others}`)); others += 1) {
    if (Date.now() > endsAtMs) throw new Error("Nobody goes straight in at this event.");
    await sleep(1_000);
  }
  let slots = 0;
  for (let round = 0; round < ROUNDS; round += 1) {
    if (wentIn(await openAs(page, "Mallory"))) slots += 1;
  }
  if (slots === 0) throw new Error("The attacker did not go in at all.");
  return { succeeded: slots > 1, seen: `${ROUNDS} rounds without a cookie took ${slots} slot.` };
}

/** Cookies of so many events, as another customer of the same host can have a browser keep them. */
function pileOf(events: number): string {
  const cookies = Array.from({ length: events }, (_, index) => {
    const event = `mallory_old${index}`;
    return `stanchion_${event}=${"p".repeat(130)}; stanchion-claim_${event}=${"c".repeat(22)}`;
  });
  return cookies.join("; ");
}

async function lockOut(target: Target): Promise<AttackResult> {
  const event = await openJoinableEvent(target, await becomeCustomer(target));
  const page = pageOf(target, event);
  const few = await openAs(page, "Victim");
  if (few.status === 0 || few.status >= 400) throw new Error(`The page answers ${few.status}.`);
  const own = `stanchion_${event.customerId}_${event.eventId}`;
  const seen: string[] = [];
  let isHarmed = false;
  for (const events of [35, 70, 120, 700]) {
    const cookie = `${pileOf(events)}; ${own}=victim`;
    const { status, body, headers } = await ask(page, { headers: { ...NAVIGATION, cookie } });
    const gone = (headers["set-cookie"] ?? []).filter((text) => /max-age=0/i.test(text));
    const isMended = gone.some((text) => text.includes("mallory")) && body !== "";
    isHarmed ||= !isMended || gone.some((text) => text.startsWith(`${own}=`));
    seen.push(`${events} events: ${status}, ${gone.length} cookies less`);
  }
  return { succeeded: isHarmed, seen: `${seen.join("; ")}.` };
}

export const COOKIE_ATTACKS = attacksOn(honestVisitor, {
  "K15-cookies-off": [
    "A browser without cookies takes a slot with each round between line and site",
    goRoundWithoutCookies,
  ],
  "K21-many-cookies": [
    "A customer has browsers keep so many cookies that no page of others opens any more",
    lockOut,
  ],
});
