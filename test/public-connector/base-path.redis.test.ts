import { describe, expect, test } from "vitest";
import { passTime } from "../line";
import { cancelRule, queueRule, ROOM, SHOP, startPublicSite } from "./public-site";
import { offers } from "./visitor";

const site = startPublicSite({ basePath: "/queue" });
const { call, customerId, openFor, protect, visitor, goThroughLine } = site;

const TICKETS = `${SHOP}/tickets`;

describe.each(["public", "ours"] as const)(
  "a waiting room under a path, behind the %s connector",
  (connector) => {
    async function openProtected() {
      const opened = await openFor({ activeCap: 5 });
      const rules = [queueRule(opened, "/tickets"), cancelRule(opened, "bye=")];
      await protect([opened], rules, { connector });
      return opened;
    }

    test("takes visitors through the line and back, and to the end of their visit", async () => {
      const opened = await openProtected();
      const person = visitor();
      const page = await person.open(TICKETS);
      expect(page.url.href.startsWith(`${ROOM}/queue/?c=${customerId}&e=`)).toBe(true);
      const back = await goThroughLine(person, opened, page);
      expect([back.status, back.url.href]).toEqual([200, TICKETS]);
      const left = await person.open(`${SHOP}/?bye=1`);
      expect(left.hops[0]?.pathname).toMatch(/^\/queue\/cancel\//);
      expect([left.status, left.url.href]).toEqual([200, `${SHOP}/?bye=1`]);
      expect(offers(await person.open(TICKETS), "join")).toBe(true);
    });

    test("says there why a pass was refused, and leads back into the line", async () => {
      const opened = await openProtected();
      const person = visitor();
      const refused = await person.open(`${TICKETS}?queueittoken=e_x~q_x~ts_1~rt_queue~h_0`);
      expect([refused.status, refused.url.pathname]).toEqual([403, "/queue/error/hash/"]);
      const again = await person.follow(refused);
      expect(again.url.pathname).toBe("/queue/");
      expect((await goThroughLine(person, opened, again)).url.href).toBe(TICKETS);
    });
  },
);

test.each(["", "/queue"])(
  "a proxy may cut the path off or leave it (%j): links name it",
  async (base) => {
    const opened = await openFor();
    await passTime(site.redis, opened.settings, 900);
    const headers = { accept: "text/html", "sec-fetch-mode": "cors" };
    const { body } = await call("GET", `${base}${opened.page}`, { headers });
    const links = [...body.matchAll(/(?:action|href|src|linePath)"?[=:]"(\/[^"]*)"/g)];
    expect(links.length).toBeGreaterThanOrEqual(4);
    for (const [, link = ""] of links) {
      expect(link).toMatch(/^\/queue\//);
      if (!link.endsWith(".js")) continue;
      expect((await call("GET", link.slice(base === "" ? 6 : 0))).status).toBe(200);
    }
    const { eventId } = opened.settings;
    const app = await call("POST", `${base}/api/mobileapp/queue/${customerId}/${eventId}/enqueue`, {
      headers: { "content-type": "application/json", host: "shop.test" },
      body: "{}",
    });
    expect(JSON.parse(app.body).QueueUrl).toMatch(/^http:\/\/shop\.test\/queue\/\?c=/);
    const asked = `${base}/javascriptqueue/${customerId}/${eventId}/1?t=${SHOP}/`;
    expect((await call("GET", asked)).body).toContain('"http://room.test/queue/?c=');
    for (const name of ["/queues/health", "/queue/queue/health", "/queue//health"]) {
      expect((await call("GET", name)).status).toBe(404);
    }
  },
);
