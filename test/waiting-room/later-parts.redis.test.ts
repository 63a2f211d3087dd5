import { expect, test } from "vitest";
import { startTestRoom } from "@/test/waiting-room";
import { isPageData } from "@/waiting-room/client/page-data";

const room = startTestRoom();
const { call } = room;

test("what a page loads later is there, all texts in the language of the page", async () => {
  const opened = await room.open({ queueAll: true });
  const headers = { accept: "text/html", "accept-language": "ja,en;q=0.5" };
  const html = (await call("GET", opened.page, { headers })).body;
  const [, json = ""] = /id="stanchion">([^<]*)<\/script>/.exec(html) ?? [];
  const page: unknown = JSON.parse(json);
  if (!isPageData(page)) throw new Error("The page has no data.");
  expect(page.texts).not.toHaveProperty("soldOutTitle");

  const texts = await call("GET", page.textsUrl);
  expect(texts.headers["content-language"]).toBe("ja");
  expect(texts.headers["cache-control"]).toContain("public");
  expect(JSON.parse(texts.body)).toMatchObject(page.texts);
  expect(JSON.parse(texts.body).soldOutTitle).toMatch(/\p{Script=Han}/u);

  const script = await call("GET", page.laterUrl);
  expect(script).toMatchObject({ status: 200 });
  expect(script.headers["content-type"]).toContain("javascript");
  expect(script.headers["cache-control"]).toContain("immutable");

  const extras = await call("GET", page.laterUrl.replace("/later-", "/extras-"));
  expect(extras.status).toBe(200);
  expect(extras.headers["cache-control"]).toContain("immutable");
});
