import { expect } from "vitest";
import { appendQueueToken, sessionCookieName } from "../../src/core/index.ts";
import type { Scenarios } from "./scenario.ts";
import { freshSession, freshToken } from "./world.ts";

/** Browsers that keep nothing, and browsers that keep a lot. */
export const COOKIES: Scenarios = {
  "cookies off: the browser comes back to the line with the address that it came with": async ({
    site,
  }) => {
    const shop = await site();
    const first = await shop.send("/tickets?a=1");
    expect(first.status).toBe(302);
    for (let round = 0; round < 3; round += 1) {
      const passed = await shop.send(appendQueueToken("/tickets?a=1", freshToken()));
      expect(passed.header("location")).toBe(`${shop.origin}/tickets?a=1`);
      const back = await shop.send("/tickets?a=1");
      expect(back.header("location")).toBe(first.header("location"));
    }
  },
  "many cookies: a session is found among those of 70 other events": async ({ site }) => {
    const shop = await site();
    const others = Array.from(
      { length: 70 },
      (_, index) => `${sessionCookieName(`old${index}`)}=x`,
    );
    const own = `${sessionCookieName("sale")}=${encodeURIComponent(freshSession())}`;
    const among = [...others.slice(0, 35), own, ...others.slice(35)];
    const answer = await shop.send("/tickets", { headers: { cookie: among.join("; ") } });
    expect([answer.status, answer.body]).toEqual([200, "origin"]);
    const nobody = await shop.send("/tickets", { headers: { cookie: others.join("; ") } });
    expect(nobody.status).toBe(302);
  },
};
