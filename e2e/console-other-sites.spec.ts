import { request as send } from "node:http";
import { expect } from "@playwright/test";
import { createHarbour, test } from "./signed-in";

test("a site elsewhere changes nothing in a signed-in browser, and shows no page of the console", async ({
  page,
}) => {
  const path = await createHarbour(page);
  await page.goto(`${path}/settings/general`);
  const name = page.getByLabel("Name", { exact: true });
  await name.fill("Harbour Days");
  const sent = page.waitForRequest((request) => request.method() === "POST");
  await page.getByRole("button", { name: "Save changes" }).click();
  const heading = (text: string) => page.getByRole("heading", { level: 1, name: text });
  await expect(heading("Harbour Days")).toBeVisible();

  // The very request, with the cookies of this browser, as another site would have it sent.
  const request = await sent;
  const body = request.postData() ?? "";
  expect(body).toContain("Harbour Days");
  const headers = await request.allHeaders();
  const replay = async (text: string, changes: Readonly<Record<string, string>>) => {
    const kept = Object.entries(headers).filter(([key]) => !/^(:|content-length)/.test(key));
    const sending = { ...Object.fromEntries(kept), ...changes };
    return post(request.url(), sending, body.replaceAll("Harbour Days", text));
  };
  expect(await replay("Harbour Days", {})).toBeLessThan(400);
  const elsewhere = { origin: "https://elsewhere.example" };
  for (const site of ["cross-site", "same-site"]) {
    const status = await replay("Taken", { ...elsewhere, "sec-fetch-site": site });
    expect(status).toBeGreaterThanOrEqual(400);
  }
  await page.reload();
  await expect(heading("Harbour Days")).toBeVisible();

  await page.route("http://elsewhere.localhost/", (route) =>
    route.fulfill({
      contentType: "text/html",
      body: `<h1>Win</h1><iframe src="${new URL(path, page.url())}" width="900" height="700"></iframe>`,
    }),
  );
  await page.goto("http://elsewhere.localhost/");
  await expect(heading("Win")).toBeVisible();
  const framed = page.frameLocator("iframe").getByRole("heading", { name: "Harbour Days" });
  await expect(page.locator("iframe")).toBeVisible();
  await page.waitForLoadState("networkidle");
  await expect(framed).toHaveCount(0);
});

/** The status of the answer. The console's host is known to browsers alone, so that the address is told apart. */
async function post(
  url: string,
  headers: Readonly<Record<string, string>>,
  body: string,
): Promise<number> {
  const { port, pathname, search, host } = new URL(url);
  const to = { host: "127.0.0.1", port, path: `${pathname}${search}`, method: "POST" };
  return new Promise((resolve, reject) => {
    const sent = send({ ...to, headers: { ...headers, host } }, (answer) => {
      answer.resume();
      answer.on("end", () => resolve(answer.statusCode ?? 0));
    });
    sent.on("error", reject);
    sent.end(body);
  });
}
