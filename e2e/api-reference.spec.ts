import { expect, type Page, test } from "@playwright/test";
import { expectAccessible, readOnce, saveSection } from "./console";
import { makeEvent, signUp } from "./prepared";

test.use({ storageState: { cookies: [], origins: [] } });

async function makeApiKey(page: Page): Promise<string> {
  await page.goto("/secrets");
  await page.getByRole("button", { name: "Create an API key" }).click();
  await page.getByLabel("What is it for?").fill("Back office");
  await page.getByLabel("API access").selectOption("operator");
  await page.getByRole("button", { name: "Create", exact: true }).click();
  return readOnce(page, "Your new API key");
}

test("a developer finds an operation, and tries it with a key of their own", async ({ page }) => {
  await signUp(page);
  const event = { name: "Spring Sale", eventId: "springsale", allowedHosts: [] };
  await makeEvent(page, { ...event, targetUrl: "http://shop.localhost/" });
  const key = await makeApiKey(page);

  await page.goto("/docs/api/operations");
  await expectAccessible(page);
  await page.getByRole("link", { name: "Set how many are admitted a minute" }).click();
  await expect(
    page.getByRole("heading", { name: "Set how many are admitted a minute" }),
  ).toBeVisible();
  await expectAccessible(page);
  const send = page.getByRole("button", { name: "Send POST request" });
  await send.click();
  await expect(page.getByText("Enter an API key with API access.")).toBeVisible();
  await page.getByLabel("API key").fill("stn_wrong");
  await send.click();
  await expect(page.getByRole("status").getByText(/^401/)).toBeVisible();
  await page.getByLabel("API key").fill(key);
  await page.getByLabel("Body").fill('{ "outflowPerMinute": 321');
  await send.click();
  await expect(page.getByText("This is not valid JSON.")).toBeVisible();
  await page.getByLabel("Body").fill('{ "outflowPerMinute": 321 }');
  await send.click();
  await expect(page.getByRole("status").getByText(/^200/)).toBeVisible();
  await expect(page.getByRole("region", { name: "answer" })).toContainText(
    '"outflowPerMinute": 321',
  );
  await page.goto("/docs/api/operations/nothing");
  await expect(
    page
      .getByText("404")
      .or(page.getByText(/not found/i))
      .first(),
  ).toBeVisible();
});

test("what a file manages is not changed by hand unasked", async ({ page }) => {
  await signUp(page);
  const event = { name: "Spring Sale", eventId: "springsale", allowedHosts: [] };
  await makeEvent(page, { ...event, targetUrl: "http://shop.localhost/" });
  const key = await makeApiKey(page);
  const marked = await page.request.put("/api/v1/events/springsale/managed-by", {
    headers: { authorization: `Bearer ${key}` },
    data: { managedBy: "stanchion.yaml" },
  });
  expect(marked.status()).toBe(200);
  await page.goto("/events/springsale/settings/general");
  await expect(page.getByText("Managed by stanchion.yaml.")).toBeVisible();
  const name = page.getByLabel("Name", { exact: true });
  await expect(name).toBeDisabled();
  await expectAccessible(page);
  await page.getByRole("button", { name: "Edit anyway" }).click();
  await expect(name).toBeEnabled();
  await name.fill("By hand");
  await saveSection(page);
});

test("an assistant finds the documentation without signing in", async ({ request }) => {
  const index = await request.get("/llms.txt");
  expect(index.status()).toBe(200);
  expect(await index.text()).toContain("/llms/operating.md)");
  const page = await request.get("/llms/operating.md");
  expect([page.status(), page.headers()["content-type"]]).toEqual([
    200,
    "text/markdown; charset=utf-8",
  ]);
  expect((await request.get("/llms/..%2Fpackage.md")).status()).toBe(404);
  expect((await request.get("/llms/draw")).status()).toBe(404);
});
