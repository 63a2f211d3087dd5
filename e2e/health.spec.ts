import { expect, test } from "@playwright/test";

test("a console that nobody is signed in to says that it lives and is ready", async ({
  request,
}) => {
  const live = await request.get("/health/live", { maxRedirects: 0 });
  expect([live.status(), await live.json()]).toEqual([200, { program: "console", status: "live" }]);
  const ready = await request.get("/health/ready", { maxRedirects: 0 });
  expect(await ready.json()).toEqual({ program: "console", status: "ready", findings: [] });
  expect(ready.headers()["cache-control"]).toBe("no-store");
});

test("nobody is told how a request reached the console", async ({ request }) => {
  const asked = await request.get("/health/hops", { maxRedirects: 0 });
  expect(asked.status()).toBe(404);
});
