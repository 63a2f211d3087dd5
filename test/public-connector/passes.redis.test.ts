import { describe, expect, test } from "vitest";
import { appendQueueToken, findPass, findQueueToken, mintQueueToken } from "@/connectors/src/core";
import type { PassSetting } from "@/lib/domain/possession/possession-setting";
import { UNPROTECTED } from "@/lib/domain/protection/protection";
import { readToken } from "./protocol";
import { type Opened, queueRule, ROOM, SHOP, startPublicSite } from "./public-site";
import { offers } from "./visitor";

const site = startPublicSite();
const { goThroughLine, openFor, protect, secret, visitor } = site;

const TICKETS = `${SHOP}/tickets`;

async function openWith(
  pass: Partial<PassSetting>,
  connector: "public" | "ours" = "ours",
): Promise<Opened> {
  const opened = await openFor({
    protection: { ...UNPROTECTED, pass: { ...UNPROTECTED.pass, ...pass } },
  });
  await protect([opened], [queueRule(opened, "/tickets")], { connector });
  return opened;
}

/** A token as anybody makes it who knows the secret of the site. */
function ownToken({ settings: { eventId } }: Opened): string {
  const expiresUnixSeconds = Math.floor(Date.now() / 1_000) + 60;
  const fields = { eventId, queueId: crypto.randomUUID(), expiresUnixSeconds };
  return mintQueueToken({ ...fields, extendableCookie: true, redirectType: "queue" }, secret);
}

describe("an event with signed passes", () => {
  test("lets in who waited, and their session goes on", async () => {
    const opened = await openWith({ kind: "signed" });
    const person = visitor();
    const back = await goThroughLine(person, opened, await person.open(TICKETS));
    const [withPass] = back.hops;
    expect([back.status, back.url.href]).toEqual([200, TICKETS]);
    expect(findPass(withPass?.href ?? "")).toContain(`~${opened.settings.eventId}~`);
    expect(findQueueToken(withPass?.href ?? "")).toBeNull();
    expect((await person.open(TICKETS)).hops).toEqual([]);
  });

  test.each(["both", "signed"] as const)(
    "lets nobody in by a token of the site's own (%s)",
    async (kind) => {
      const opened = await openWith({ kind });
      const page = await visitor().open(appendQueueToken(TICKETS, ownToken(opened)));
      expect([page.url.origin, offers(page, "join")]).toEqual([ROOM, true]);
    },
  );

  test("refuses a pass of a run that is over", async () => {
    const opened = await openWith({ kind: "signed" });
    const person = visitor();
    const back = await goThroughLine(person, opened, await person.open(TICKETS));
    const pass = back.hops[0]?.href ?? "";
    const { settings } = opened;
    const later = { ...opened, settings: { ...settings, runId: settings.runId + 1 } };
    await protect([later], [queueRule(opened, "/tickets")], { connector: "ours" });
    const page = await visitor().open(pass);
    expect([page.url.origin, page.url.pathname]).toEqual([ROOM, "/"]);
  });

  test("and public connectors before another site lets them in by the token beside it", async () => {
    const opened = await openWith({ kind: "both" }, "public");
    const person = visitor();
    const back = await goThroughLine(person, opened, await person.open(TICKETS));
    expect(back.status).toBe(200);
    expect(readToken(back.hops[0] ?? back.url, secret).redirectType).toBe("queue");
    expect(findPass(back.hops[0]?.href ?? "")).not.toBeNull();
    expect((await person.open(TICKETS)).hops).toEqual([]);
  });
});

describe.each(["knownuser", "both", "signed"] as const)(
  "a pass bound to a user agent (%s)",
  (kind) => {
    test("is worth nothing in another browser, and its visitor gets a new one", async () => {
      const opened = await openWith({ kind, bindsToUserAgent: true });
      const [here, there] = [{ "user-agent": "Browser/1" }, { "user-agent": "Browser/2" }];
      const person = visitor();
      let shown = await person.open(TICKETS, here);
      expect(offers(shown, "join")).toBe(true);
      shown = await goThroughLine(person, opened, shown);
      const pass = shown.hops[0]?.href ?? "";
      expect(findPass(pass) ?? findQueueToken(pass)).not.toBeNull();
      // The form was sent without the name of a browser, so that the pass is bound to none.
      person.forget(new URL(SHOP).hostname);
      const bound = await person.open(TICKETS, here);
      expect([bound.status, bound.url.href]).toEqual([200, TICKETS]);
      const boundPass = bound.hops.find(({ search }) => /stanchionpass|queueittoken/.test(search));
      const thief = await visitor().open(boundPass ?? TICKETS, there);
      expect([thief.url.origin, offers(thief, "join")]).toEqual([ROOM, true]);
      const moved = await person.open(TICKETS, there);
      expect([moved.status, moved.url.href]).toEqual([200, TICKETS]);
      expect(moved.hops.some(({ origin }) => origin === ROOM)).toBe(true);
      expect((await person.open(TICKETS, there)).hops).toEqual([]);
    });
  },
);
