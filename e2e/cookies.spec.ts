import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { chromium, expect, type Page, test } from "@playwright/test";
import { startDemoShop } from "@/tools/demo-shop/server";
import { findFreePorts } from "@/tools/stack/ports";
import { openRoom, type Room } from "./room";

let room: Room;

test.beforeAll(async () => {
  room = await openRoom();
});
test.afterAll(async () => {
  await room.close();
});

/** What Chromium writes where somebody switches cookies off in its settings. */
const COOKIES_OFF = { profile: { default_content_setting_values: { cookies: 2 } } };

async function withoutCookies(
  launch: Parameters<typeof chromium.launchPersistentContext>[1],
  run: (page: Page) => Promise<void>,
): Promise<void> {
  const profile = await mkdtemp(join(tmpdir(), "stanchion-no-cookies-"));
  await mkdir(join(profile, "Default"));
  await writeFile(join(profile, "Default", "Preferences"), JSON.stringify(COOKIES_OFF));
  const context = await chromium.launchPersistentContext(profile, launch);
  try {
    await run(await context.newPage());
    expect(await context.cookies()).toEqual([]);
  } finally {
    await context.close();
    await rm(profile, { recursive: true, force: true });
  }
}

for (const [which, overrides, counts] of [
  ["where nobody waits", {}, { numbers: 1, admitted: 1 }],
  ["where everyone is let through", { method: "passthrough" }, { numbers: 0, admitted: 0 }],
] as const) {
  test(`with cookies off a visitor reads ${which} that they are needed`, async ({ page: _ }, {
    project,
  }) => {
    const { shop: port } = await findFreePorts();
    const address = `http://shop.localhost:${port}`;
    const held = await room.hold({
      targetUrl: `${address}/tickets`,
      paused: false,
      outflowPerMinute: 60_000,
      ...overrides,
    });
    const shop = await startDemoShop({ port, ...(await held.protect()) });
    try {
      await withoutCookies(project.use.launchOptions, async (page) => {
        for (let times = 0; times < 3; times += 1) {
          await page.goto(`${address}/tickets`);
          await expect(page.getByRole("heading")).toHaveText("Please allow cookies");
          expect(page.url()).toContain("room.localhost");
        }
      });
      expect(await held.counts()).toEqual(counts);
    } finally {
      await shop.close();
    }
  });
}

test("with cookies off nobody gets a number that the browser could not keep", async ({ page: _ }, {
  project,
}) => {
  const held = await room.hold();
  await withoutCookies(project.use.launchOptions, async (page) => {
    for (let times = 0; times < 3; times += 1) {
      await page.goto(held.page);
      await expect(page.getByRole("heading", { name: "Please allow cookies" })).toBeVisible();
    }
  });
  expect((await held.counts()).numbers).toBe(0);
});

for (const events of [70, 700]) {
  test(`a browser with the cookies of ${events} events keeps its place and loses the others`, async ({
    page,
    context,
  }) => {
    const held = await room.hold();
    await page.goto(held.page);
    await expect(page.locator("#number")).toHaveText("1");
    const { hostname: domain } = new URL(held.page);
    const kept = await context.cookies(held.page);
    const customer = /_([a-z0-9]+)_/.exec(kept[0]?.name ?? "")?.[1];
    const old = Array.from({ length: events }, (_, index) => [
      { name: `stanchion_${customer}_old${index}`, value: "p".repeat(130) },
      { name: `stanchion-claim_${customer}_old${index}`, value: "c".repeat(22) },
    ]).flat();
    await context.addCookies(old.map((cookie) => ({ ...cookie, domain, path: "/" })));
    // A browser drops the oldest of one host by itself, our place among them: its own comes last.
    await context.addCookies(kept);
    for (let times = 0; times < 12; times += 1) await page.goto(held.page);
    await expect(page.locator("#number")).toHaveText("1");
    const left = await context.cookies(held.page);
    const bytes = left.reduce((sum, { name, value }) => sum + name.length + value.length + 3, 0);
    expect(bytes).toBeLessThan(6_144);
  });
}
