import { describe, expect, test } from "vitest";
import { LANGUAGES } from "@/lib/domain/page-texts/languages";
import { textsIn } from "@/lib/domain/page-texts/texts-in";
import { passTime } from "@/test/line";
import { startTestRoom } from "@/test/waiting-room";
import { firstTextsOf } from "@/waiting-room/client/first-texts";
import { escapeHtml } from "@/waiting-room/pages/html";

const { call, context, cookieOf, customerId, id, joinAndWait, open, redis, turnComes } =
  startTestRoom();

const html = { accept: "text/html", "sec-fetch-mode": "navigate" };
const HELD = { queueAll: true } as const;

const languageOf = (body: string) => /<html lang="([\w-]+)" dir="(\w+)">/.exec(body)?.slice(1, 3);
const dataOf = (body: string) =>
  JSON.parse(/id="stanchion">(.*?)<\/script>/s.exec(body)?.[1] ?? "null");
const says = (text: string) => escapeHtml(text);

describe("the language of the waiting page", () => {
  test("is that of the link, else of the browser, else of the event", async () => {
    const opened = await open({ ...HELD, language: "pl" });
    const page = async (query: string, accept?: string) => {
      const headers = accept === undefined ? html : { ...html, "accept-language": accept };
      return call("GET", `${opened.page}${query}`, { headers });
    };
    const asked = await page("&cid=de-DE", "fr");
    expect(languageOf(asked.body)).toEqual(["de", "ltr"]);
    expect(asked.headers).toMatchObject({ "content-language": "de", vary: "accept-language" });
    expect(asked.body).toContain(says(textsIn("de").screen.joinTitle));
    expect(languageOf((await page("", "fr-CA,fr;q=0.9")).body)).toEqual(["fr", "ltr"]);
    expect(languageOf((await page("&cid=tlh", "iw")).body)).toEqual(["he", "rtl"]);
    expect(languageOf((await page("")).body)).toEqual(["pl", "ltr"]);
  });

  test.each(Object.keys(LANGUAGES))("%s: one language travels, and no other", async (tag) => {
    const opened = await open(HELD);
    const { body } = await call("GET", `${opened.page}&cid=${tag}`, { headers: html });
    const { texts, textsUrl, language } = dataOf(body);
    const { screen } = textsIn(language);
    expect(language).toBe(tag);
    expect(texts).toEqual(firstTextsOf(screen));
    expect(JSON.parse((await call("GET", textsUrl)).body)).toEqual(screen);
    expect(body).toContain(says(textsIn(language).page.joinButton));
    expect(body.match(/"joinTitle"/g)).toHaveLength(1);
  });

  test("a language that a newer version has published is English here", async () => {
    const settings: Parameters<typeof open>[0] = JSON.parse('{"language":"xx","queueAll":true}');
    const opened = await open(settings);
    const { body } = await call("GET", opened.page, { headers: html });
    expect(languageOf(body)).toEqual(["en", "ltr"]);
  });
});

describe("the language that a visitor chooses", () => {
  const choose = (base: string, to: string, query = "") =>
    call("POST", `${base}/language${query}`, {
      headers: { ...html, "sec-fetch-site": "same-origin" },
      form: { to, t: "https://shop.example/tickets" },
    });

  test("is kept in the browser, and said by the address that it leads to", async () => {
    const opened = await open(HELD);
    const shown = await call("GET", `${opened.page}&cid=en&l=Night`, { headers: html });
    expect(shown.body).toContain(`href="${opened.base}/language?`);
    const chosen = await choose(opened.base, "de", "?cid=en&l=Night");
    expect(chosen.status).toBe(303);
    const led = new URL(chosen.headers.location ?? "", "http://room.test").searchParams;
    expect([led.get("cid"), led.get("l"), led.get("t")]).toEqual([
      "de",
      "Night",
      "https://shop.example/tickets",
    ]);
    const cookie = cookieOf(chosen);
    const again = await call("GET", `${opened.page}&cid=en`, { headers: { ...html, cookie } });
    expect(languageOf(again.body)).toEqual(["de", "ltr"]);
    expect(dataOf(again.body).textsUrl).toContain("cid=de");
  });

  test("says nothing of what caches keep for others", async () => {
    const opened = await open(HELD);
    const cookie = cookieOf(await choose(opened.base, "de"));
    const texts = await call("GET", `${opened.base}/texts.json?cid=fr`, { headers: { cookie } });
    expect(texts.headers["content-language"]).toBe("fr");
  });

  test("is one that there is, and chosen on a page of ours", async () => {
    const opened = await open(HELD);
    expect((await choose(opened.base, "xx")).status).toBe(400);
    const elsewhere = await call("POST", `${opened.base}/language`, {
      headers: { ...html, "sec-fetch-site": "cross-site", origin: "https://evil.example" },
      form: { to: "de" },
    });
    expect([elsewhere.status, elsewhere.headers["set-cookie"]]).toEqual([403, undefined]);
  });
});

describe("what the link says of language and layout", () => {
  test("is said again by every form, link and redirect, and to the page's script", async () => {
    const opened = await open({ ...HELD, draw: null });
    const kept = "cid=de-DE&l=Night+sale";
    const first = await call("GET", `${opened.page}&${kept}`, { headers: html });
    expect(dataOf(first.body).kept).toEqual({ cid: "de-DE", l: "Night sale" });
    for (const action of ["join", "leave"])
      expect(first.body).toContain(`action="${opened.base}/${action}?cid=de-DE&amp;l=Night+sale"`);
    const joined = await call("POST", `${opened.base}/join?${kept}`, {
      headers: { ...html, cookie: cookieOf(first) },
      form: { joinId: id(), t: "https://shop.example/tickets" },
    });
    expect(joined.status).toBe(303);
    const back = new URL(joined.headers.location ?? "", "http://room.test");
    expect([back.searchParams.get("cid"), back.searchParams.get("l")]).toEqual([
      "de-DE",
      "Night sale",
    ]);
    const headers = { ...html, cookie: cookieOf(joined) };
    const again = await call("POST", `${opened.base}/enter?${kept}`, {
      headers,
      form: { claim: id() },
    });
    expect(again.headers.location).toContain(kept);
    const left = await call("POST", `${opened.base}/leave?${kept}`, {
      headers,
      form: { sure: "1" },
    });
    expect(left.headers.location).toContain("cid=de-DE&l=Night+sale");
    const told = await call("GET", left.headers.location ?? "", {
      headers: { ...html, cookie: cookieOf(left) },
    });
    expect(languageOf(told.body)).toEqual(["de", "ltr"]);
    expect(told.body).toContain(says(textsIn("de").messages.left.headline));
    expect(told.body).toContain(`cid=de-DE&amp;l=Night+sale`);
  });

  test("is left out where a stranger makes it long", async () => {
    const opened = await open(HELD);
    const { body } = await call("GET", `${opened.page}&l=${"x".repeat(101)}`, { headers: html });
    expect(dataOf(body).kept).toEqual({});
    expect(body).not.toContain("x".repeat(101));
  });
});

describe("every other page", () => {
  const german = { ...html, "accept-language": "de" };
  const texts = textsIn("de");

  test("codes are asked for and refused in the visitor's language", async () => {
    const opened = await open(HELD);
    const asked = await call("GET", `${opened.base}/code`, { headers: german });
    expect(languageOf(asked.body)).toEqual(["de", "ltr"]);
    expect(asked.body).toContain(says(texts.actions.codeLabel));
    expect(asked.body).toContain(says(texts.actions.joinWithCode));
    const form = { code: "WRONG" };
    const headers = { ...german, cookie: cookieOf(asked) };
    const refused = await call("POST", `${opened.base}/join`, { headers, form });
    expect(refused.body).toContain(says(texts.messages["code-mistyped"].headline));
    // What was typed is there to be mended.
    expect(refused.body).toContain('name="code" value="WRONG"');
  });

  test("a failure that names no event speaks, and in the language of the event that was meant", async () => {
    const opened = await open({ ...HELD, language: "de" });
    await call("GET", opened.page, { headers: html });
    const headers = { ...html, "sec-fetch-site": "cross-site" };
    const refused = await call("POST", `${opened.base}/join`, { headers, form: {} });
    expect(refused.status).toBe(403);
    expect(refused.body).toContain(says(texts.messages["cross-site"].headline));
    const lost = await call("GET", "/nowhere", { headers: { ...html, "accept-language": "ar" } });
    expect(languageOf(lost.body)).toEqual(["ar", "rtl"]);
  });

  test("what only operators meet is English and says so", async () => {
    const page = await call("GET", "/diagnostics/connector/error/?code=hash", { headers: german });
    expect(languageOf(page.body)).toEqual(["en", "ltr"]);
    expect(page.headers["content-language"]).toBe("en");
    const token = await call("GET", `/error/hash?c=${customerId}&e=none`, { headers: german });
    expect(languageOf(token.body)).toEqual(["de", "ltr"]);
  });

  test("a customer who is held says so in each language, whatever was written before", async () => {
    const held = { suspension: "hold", paused: true, pauseMessage: "Lunch" } as const;
    const opened = await open({ ...HELD, ...held });
    const page = await call("GET", opened.page, { headers: german });
    expect(page.body).toContain(says(texts.page.onHold));
    const line = async (query: string) =>
      JSON.parse((await call("GET", `${opened.base}/1/line.json${query}`)).body).message;
    expect(await line("?language=ja")).toBe(textsIn("ja").page.onHold);
    expect(await line("?language=xx")).toBe(textsIn("en").page.onHold);
  });

  test("programs are told in English, whatever their language", async () => {
    const headers = { accept: "application/json", "accept-language": "de" };
    const reply = await call("GET", "/nowhere", { headers });
    expect(JSON.parse(reply.body)).toMatchObject({ code: "not-found", title: "Page not found" });
  });

  test("the page of somebody who is in names the time zone of the event", async () => {
    const opened = await open({ timeZone: "Asia/Tokyo", sessionMinutes: 60 });
    const { cookie } = await joinAndWait(opened);
    await turnComes(opened, cookie);
    const form = { claim: id() };
    let held = cookie;
    for (let renewal = 0; renewal < 4; renewal += 1) {
      const entered = await call("POST", `${opened.base}/enter`, {
        headers: { cookie: held },
        form,
      });
      if (JSON.parse(entered.body).status !== "admitted") break;
      held = cookieOf(entered) || held;
      await passTime(redis, opened.settings, 125_000);
      await (await context.lines.find(opened.settings))?.refresh();
    }
    const page = await call("GET", opened.page, { headers: { ...german, cookie: held } });
    expect(page.body).toContain(says(texts.messages.inside.headline));
    expect(page.body).toMatch(/(GMT|UTC)\+9/);
    expect(page.body).toContain(says(texts.actions.endVisit));
    expect(page.body).not.toMatch(/\{\w+\}/);
  });
});
