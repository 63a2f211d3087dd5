import { expect } from "vitest";
import { sessionCookieName } from "../../src/core/index.ts";
import { QUEUE_ID } from "../fixtures.ts";
import type { Scenarios } from "./scenario.ts";
import { ORIGIN_COOKIE, ORIGIN_SAYS, type SiteAnswer, type SiteVisit } from "./site.ts";
import { freshSession, freshToken, until, visitWith } from "./world.ts";

const NAME = sessionCookieName("sale");

/** A visit with a session, at which the site says more than its page. */
function visitSaying(says: string, sessions = { sale: freshSession() }): SiteVisit {
  const { headers } = visitWith(sessions);
  return { headers: { ...headers, [ORIGIN_SAYS]: says } };
}

/** What becomes of the session: its cookie is taken away, extended, or left alone. */
function sessionAfter({ setCookies }: SiteAnswer): string {
  const own = setCookies.filter((cookie) => cookie.startsWith(`${NAME}=`));
  if (own.length === 0) return "left alone";
  const isGone = own.every((cookie) => cookie.startsWith(`${NAME}=; Expires=Thu, 01 Jan 1970`));
  return isGone ? "taken away" : "extended";
}

function expectNoCommand({ header }: SiteAnswer): void {
  expect([header("stanchion-session"), header("cf-waiting-room-command")]).toEqual([null, null]);
}

/** The site ends a visit in its response; only connectors that see the response can. */
export const ENDS: Scenarios = {
  "a response that ends the visit takes the session away and does not say so": async ({ site }) => {
    const shop = await site();
    for (const says of [
      "Stanchion-Session: end",
      "Cf-Waiting-Room-Command: revoke",
      "Stanchion-Session: END|Stanchion-Session: end",
      "Stanchion-Session: end|Cf-Waiting-Room-Command: revoke",
    ]) {
      const answer = await shop.send("/tickets", visitSaying(says));
      expect([answer.status, answer.body, sessionAfter(answer)]).toEqual([
        200,
        "origin",
        "taken away",
      ]);
      expectNoCommand(answer);
    }
  },
  "a response that says something else by that name extends the session": async ({ site }) => {
    const shop = await site();
    for (const says of ["Stanchion-Session: go on", "Cf-Waiting-Room-Command: end"]) {
      const answer = await shop.send("/tickets", visitSaying(says));
      expect(sessionAfter(answer)).toBe("extended");
      expectNoCommand(answer);
    }
  },
  "a response that ends the visit keeps the site's own cookies": async ({ site }) => {
    const shop = await site();
    const says = "Set-Cookie: cart=; Path=/|Stanchion-Session: end|Set-Cookie: last=1; Path=/";
    const answer = await shop.send("/tickets", visitSaying(says));
    expect(answer.setCookies).toEqual(
      expect.arrayContaining([ORIGIN_COOKIE, "cart=; Path=/", "last=1; Path=/"]),
    );
    expect(sessionAfter(answer)).toBe("taken away");
  },
  "a page of no rule, and of an ignore rule, ends nothing": async ({ site }) => {
    const shop = await site();
    for (const path of ["/", "/tickets/faq"]) {
      const answer = await shop.send(path, visitSaying("Stanchion-Session: end"));
      expect([answer.status, sessionAfter(answer)]).toEqual([200, "left alone"]);
      expectNoCommand(answer);
    }
  },
  "a POST request with a good token starts no session that ends at once": async ({ site }) => {
    const shop = await site();
    const headers = { [ORIGIN_SAYS]: "Stanchion-Session: end" };
    const path = `/tickets?queueittoken=${freshToken()}`;
    const answer = await shop.send(path, { method: "POST", body: "a=1", headers });
    expect([answer.body, sessionAfter(answer)]).toEqual(["origin got a=1", "left alone"]);
  },
  "a visit that the site ends is reported as over, once and for all": async ({ alone }) => {
    const { site, room } = await alone(({ activityUrl }) => ({ activityUrl }));
    const visit = visitSaying("Stanchion-Session: end");
    await site.send("/tickets", visit);
    await site.send("/tickets", visit);
    await until(async () => {
      await site.send("/");
      return room.reports.some(({ body }) => body.over.includes(QUEUE_ID));
    });
    const last = room.reports.flatMap(({ body }) => [
      ...body.active.map((id) => `active ${id}`),
      ...body.over.map((id) => `over ${id}`),
    ]);
    expect(last.at(-1)).toBe(`over ${QUEUE_ID}`);
  },
};
