import { describe, expect, test } from "vitest";
import { eventKeys } from "@/lib/line/keys";
import { type Reply, startTestRoom } from "@/test/waiting-room";

const { call, id, joinAndWait, open, redis, turnComes } = startTestRoom();

const APP = "https://app.example";
const LINE = ["join", "near", "enter", "leave"] as const;
type Opened = Awaited<ReturnType<typeof open>>;

const openFor = (apiOrigins?: readonly string[]) =>
  open({ queueAll: true, ...(apiOrigins && { apiOrigins }) });
const last = async ({ settings }: Opened) =>
  Number(await redis.hget(eventKeys(settings).line, "last"));

/** What a browser says for a script of another site. */
const from = (origin: string, headers: Record<string, string> = {}) => ({
  headers: {
    accept: "application/json",
    origin,
    "sec-fetch-site": "cross-site",
    "sec-fetch-mode": "cors",
    "sec-fetch-dest": "empty",
    ...headers,
  },
});
const allowed = ({ headers }: Reply) => headers["access-control-allow-origin"];
const codeOf = ({ body }: Reply) => JSON.parse(body).code;

describe("the script of a site that the event names", () => {
  test("may ask by every way in, whatever the answer is, and reads it", async () => {
    const opened = await openFor(["https://other.example", APP]);
    for (const path of [opened.page, ...LINE.map((step) => `${opened.base}/${step}`)]) {
      const reply = await call(
        "OPTIONS",
        path,
        from(APP, { "access-control-request-method": "POST" }),
      );
      expect([reply.status, allowed(reply)]).toEqual([204, APP]);
      expect(reply.headers["access-control-allow-credentials"]).toBe("true");
      expect(reply.headers["access-control-allow-headers"]).toContain("x-stanchion-place");
      expect(reply.headers.vary).toContain("origin");
    }
    const asked = await call("GET", opened.page, from(APP));
    expect([asked.status, allowed(asked)]).toEqual([200, APP]);
    const broken = await call("POST", `${opened.base}/join`, {
      ...from(APP),
      form: { joinId: "!" },
    });
    expect([broken.status, allowed(broken), codeOf(broken)]).toEqual([400, APP, "bad-request"]);
  });

  test("goes the whole way without a cookie", async () => {
    const opened = await openFor([APP]);
    const join = await call("POST", `${opened.base}/join`, {
      ...from(APP, { "x-stanchion-place": "-" }),
      form: { joinId: id() },
    });
    const { kept } = JSON.parse(join.body);
    const own = from(APP, { "x-stanchion-place": kept });
    await turnComes(opened, String(join.headers["set-cookie"]).split(";")[0] ?? "");
    expect(JSON.parse((await call("GET", opened.page, own)).body)).toMatchObject({ next: "enter" });
    const entered = await call("POST", `${opened.base}/enter`, { ...own, form: { claim: id() } });
    expect([JSON.parse(entered.body).status, allowed(entered)]).toEqual(["admitted", APP]);
  });

  test("posts no forms: they would be sent by whoever follows a link there", async () => {
    const opened = await openFor([APP]);
    const reply = await call("POST", `${opened.base}/join`, {
      ...from(APP, { accept: "text/html", "sec-fetch-mode": "navigate" }),
      form: { joinId: id() },
    });
    expect([reply.status, allowed(reply), await last(opened)]).toEqual([403, undefined, 0]);
  });

  test("is asked for one event, not for others of the customer", async () => {
    await openFor([APP]);
    const other = await openFor();
    expect(codeOf(await call("GET", other.page, from(APP)))).toBe("cross-site");
  });
});

describe.each([
  ["is not named", "https://evil.example"],
  ["has the name of a named one in it", "https://app.example.evil.example"],
  ["ends like a named one", "https://evilapp.example"],
  ["is a part of a named one", "https://sub.app.example"],
  ["is a named one without TLS", "http://app.example"],
  ["is a named one at another port", "https://app.example:8443"],
  ["is written in capitals", "https://APP.example"],
  ["says null", "null"],
])("the script of a site that %s", (_how, origin) => {
  test("gets nothing, and no place is taken", async () => {
    const opened = await openFor([APP]);
    const { cookie } = await joinAndWait(opened);
    for (const path of [opened.page, ...LINE.map((step) => `${opened.base}/${step}`)]) {
      const preflight = await call("OPTIONS", path, from(origin));
      expect([preflight.status, allowed(preflight)]).toEqual([403, undefined]);
    }
    for (const step of LINE) {
      const reply = await call("POST", `${opened.base}/${step}`, {
        ...from(origin, { cookie }),
        form: { joinId: id(), claim: id() },
      });
      expect([reply.status, codeOf(reply), allowed(reply)]).toEqual([403, "cross-site", undefined]);
    }
    for (const path of [opened.page, `${opened.base}/status`]) {
      const reply = await call("GET", path, from(origin, { cookie }));
      expect([reply.status, codeOf(reply), allowed(reply)]).toEqual([403, "cross-site", undefined]);
      // A question that browsers send without an origin, because its answer cannot be read.
      const { origin: _none, ...blind } = from(origin, {
        cookie,
        "sec-fetch-mode": "no-cors",
      }).headers;
      expect(codeOf(await call("GET", path, { headers: blind }))).toBe("cross-site");
    }
    expect(await last(opened)).toBe(1);
    const status = await call("GET", `${opened.base}/status`, { headers: { cookie } });
    expect(JSON.parse(status.body)).toMatchObject({ status: "waiting", number: 1 });
  });
});

test("an app and a page of the waiting room ask without being named", async () => {
  const opened = await openFor();
  const own = { origin: "http://room.test", "sec-fetch-site": "same-origin" };
  for (const headers of [{}, own]) {
    const reply = await call("POST", `${opened.base}/join`, { headers, form: { joinId: id() } });
    expect([reply.status, allowed(reply)]).toEqual([200, undefined]);
  }
  expect((await call("OPTIONS", `${opened.base}/code`, from(APP))).status).toBe(405);
});
