import { expect, type Page, test } from "@playwright/test";
import { type CaptchaStandIn, startCaptchaStandIn } from "../test/captcha-stand-in";
import { expectAccessible } from "./console";
import { openRoom, type Room } from "./room";

let room: Room;
let vendor: CaptchaStandIn;

test.beforeAll(async () => {
  vendor = await startCaptchaStandIn();
  vendor.state.host = "room.localhost";
  room = await openRoom(vendor);
});
test.beforeEach(() => {
  vendor.state.mood = "up";
});
test.afterAll(async () => {
  await room.close();
  await vendor.close();
});

type Provider = "turnstile" | "hcaptcha" | "recaptcha" | "friendly-captcha";

const heldBy = (provider: Provider, whenDown: "work" | "hold" = "work") =>
  room.hold({
    protection: room.protectionWith({
      when: "always",
      fromJoinsPerMinute: null,
      kind: "captcha",
      difficulty: 12,
      provider,
      minimalScore: 50,
      whenDown,
    }),
  });

const frameOf = (page: Page) => page.frameLocator("#challenge iframe");
const widgetOf = (page: Page) => frameOf(page).getByRole("button", { name: "I am a person" });
const expectNumber = (page: Page, number: number) =>
  expect(page.locator("#number")).toHaveText(`${number}`);

for (const provider of ["turnstile", "hcaptcha", "friendly-captcha"] as const) {
  test(`${provider}: whoever solves the widget joins the line`, async ({ page }) => {
    const held = await heldBy(provider);
    await page.goto(held.page);
    await widgetOf(page).click();
    await expectNumber(page, 1);
  });
}

test("reCAPTCHA v3 needs nobody to do anything", async ({ page }) => {
  const held = await heldBy("recaptcha");
  await page.goto(held.page);
  await expectNumber(page, 1);
});

test("with the keyboard alone there is a way without pictures", async ({ page }) => {
  const held = await heldBy("turnstile");
  await page.goto(held.page);
  await expect(widgetOf(page)).toBeVisible();
  await expect(frameOf(page).getByRole("status")).toHaveText(
    "Please solve the check to join the line.",
  );
  await expectAccessible(page);
  const other = frameOf(page).getByRole("button", { name: "Try without pictures" });
  await other.focus();
  await page.keyboard.press("Enter");
  await expectNumber(page, 1);
});

test("where the vendor's script cannot be loaded, work is done instead", async ({ page }) => {
  const held = await heldBy("turnstile");
  await page.route(`${vendor.origin}/**`, (route) => route.abort());
  await page.goto(held.page);
  await expectNumber(page, 1);
});

test("nobody loads anything of the vendor who is not asked", async ({ page }) => {
  const held = await room.hold();
  const asked: string[] = [];
  page.on("request", (request) => asked.push(request.url()));
  await page.goto(held.page);
  await expectNumber(page, 1);
  expect(asked.filter((url) => url.startsWith(vendor.origin))).toEqual([]);
});
