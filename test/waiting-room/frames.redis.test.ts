import { createHash } from "node:crypto";
import { describe, expect, test } from "vitest";
import { publishEvent } from "@/lib/line/commands/published";
import { type Reply, startTestRoom } from "@/test/waiting-room";

const room = startTestRoom(undefined, { trustedProxies: 1 });
const { call, context, cookieOf, id, open, redis } = room;

const SHOP = "https://shop.example";
const STRANGER = "https://stranger.example";
const OVER_TLS = { "x-forwarded-proto": "https", accept: "text/html" };

/** What a browser sends for a document that it is about to show in a frame of a site. */
const inFrameOf = (site: string | null) => ({
  ...OVER_TLS,
  "sec-fetch-dest": "iframe",
  "sec-fetch-mode": "navigate",
  "sec-fetch-site": "cross-site",
  ...(site === null ? {} : { referer: `${site}/` }),
});
const ancestorsOf = (reply: Reply) =>
  /frame-ancestors ([^;]*)/.exec(String(reply.headers["content-security-policy"]))?.[1];
const attributesOf = (reply: Reply) =>
  (reply.headers["set-cookie"] ?? []).map((text) => text.split("; ").slice(1).sort().join("; "));

describe("a site that the event names", () => {
  const named = { frameOrigins: [SHOP] };

  test("may frame the page, which may keep cookies there", async () => {
    const opened = await open(named);
    const page = await call("GET", opened.page, { headers: inFrameOf(SHOP) });
    expect([page.status, ancestorsOf(page)]).toEqual([200, SHOP]);
    expect(page.body).toContain(`"frameOrigins":["${SHOP}"]`);
    const joined = await call("POST", `${opened.base}/join`, {
      headers: {
        ...OVER_TLS,
        accept: "application/json",
        origin: "https://room.test",
        "sec-fetch-dest": "empty",
        "sec-fetch-site": "same-origin",
      },
      form: { joinId: id() },
    });
    expect(JSON.parse(joined.body).status).toBe("waiting");
    for (const reply of [page, joined]) {
      expect(attributesOf(reply)).not.toEqual([]);
      for (const attributes of attributesOf(reply))
        expect(attributes).toMatch(
          /^HttpOnly; Max-Age=\d+; Partitioned; Path=\/; SameSite=None; Secure$/,
        );
    }
  });

  test("may sandbox it: the page brings the way out, which its policy lets run", async () => {
    const opened = await open(named);
    const framed = await call("GET", opened.page, { headers: inFrameOf(SHOP) });
    const inWindow = await call("GET", opened.page, { headers: OVER_TLS });
    const scriptsOf = ({ body }: Reply) => [...body.matchAll(/<script>([^<]+)<\/script>/g)];
    const [script, ...others] = scriptsOf(framed).map(([, text = ""]) => text);
    expect([script, others]).toEqual([expect.stringContaining('self.origin==="null"'), []]);
    const hash = createHash("sha256")
      .update(script ?? "")
      .digest("base64");
    const policy = String(framed.headers["content-security-policy"]);
    expect(policy).toContain(`script-src 'self' 'sha256-${hash}';`);
    // Where no script runs, and for the script.
    const link = /<a [^>]*target="_blank"[^>]*href="([^"]+)"/g;
    const links = [...framed.body.matchAll(link)].map(([, href = ""]) => href);
    expect(links).toEqual(Array(2).fill(expect.stringContaining(`e=${opened.settings.eventId}`)));
    expect(scriptsOf(inWindow)).toEqual([]);
    expect(inWindow.body).not.toContain("own-window");
  });

  test("loses the right when the setting is taken back, and who waits keeps the place", async () => {
    const opened = await open(named);
    const joined = await call("POST", `${opened.base}/join`, { form: { joinId: id() } });
    const changed = { ...opened.settings, version: opened.settings.version + 1, frameOrigins: [] };
    await publishEvent(redis, changed, null);
    await (await context.lines.find(changed))?.refresh();
    const cookie = cookieOf(joined);
    const framed = await call("GET", opened.page, { headers: { ...inFrameOf(SHOP), cookie } });
    expect(framed.status).toBe(403);
    const status = await call("GET", `${opened.base}/status`, { headers: { cookie } });
    expect(JSON.parse(status.body).status).toBe("waiting");
  });

  test("clears both kinds of cookie when the place is given back", async () => {
    const opened = await open(named);
    const left = await call("POST", `${opened.base}/leave`, {
      headers: { ...OVER_TLS, origin: "https://room.test" },
    });
    const attributes = attributesOf(left).join("\n");
    expect(attributes).toContain("Max-Age=0; Partitioned; Path=/; SameSite=None; Secure");
    expect(attributes).toContain("Max-Age=0; Path=/; SameSite=Lax; Secure");
  });
});

describe("a frame of any other site", () => {
  test.each([
    ["of an event that names none", {}, STRANGER],
    ["of an event that names none, without a referrer", {}, null],
    ["of an event that names another", { frameOrigins: [SHOP] }, STRANGER],
    ["whose name begins like the other's", { frameOrigins: [SHOP] }, `${SHOP}.stranger.example`],
    ["over a connection that is not secure", { frameOrigins: [SHOP] }, "http://shop.example"],
  ])("%s gets no page, no place and no cookie", async (_what, settings, site) => {
    const opened = await open(settings);
    for (const path of [opened.page, `${opened.page}&t=https://shop.test/`]) {
      const reply = await call("GET", path, { headers: inFrameOf(site) });
      expect([reply.status, reply.headers["set-cookie"]]).toEqual([403, undefined]);
      expect(reply.body).toContain('target="_blank"');
      expect(reply.body).not.toContain("<script");
    }
    const form = await call("POST", `${opened.base}/join`, {
      headers: { ...inFrameOf(site), origin: "https://room.test" },
      form: { joinId: id() },
    });
    expect([form.status, form.headers["set-cookie"]]).toEqual([403, undefined]);
    expect(await redis.hget(lineKey(opened), "last")).toBe("0");
  });

  test("of which the browser does not say the name gets no cookie, and its policy", async () => {
    const opened = await open({ frameOrigins: [SHOP] });
    const reply = await call("GET", opened.page, { headers: inFrameOf(null) });
    expect([reply.status, reply.headers["set-cookie"]]).toEqual([200, undefined]);
    expect(ancestorsOf(reply)).toBe(SHOP);
  });

  test("is held back by the policy where the browser says nothing of frames", async () => {
    const opened = await open();
    const reply = await call("GET", opened.page, { headers: OVER_TLS });
    expect(ancestorsOf(reply)).toBe("'none'");
  });
});

function lineKey({ settings }: Awaited<ReturnType<typeof open>>): string {
  return `wr:{${settings.customerId}:${settings.eventId}}:line`;
}
