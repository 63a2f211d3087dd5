import { spawn } from "node:child_process";
import { once } from "node:events";
import { rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "@playwright/test";
import { bundleCli } from "@/tools/cli-package/bundle";
import { readPorts } from "@/tools/stack/ports";
import { temporaryDirectory } from "@/tools/stack/temporary-directory";
import { expectAccessible } from "./console";
import { signUp } from "./prepared";

test.use({ storageState: { cookies: [], origins: [] } });

let home = "";
test.beforeAll(async () => {
  home = await temporaryDirectory("stanchion-device-");
  await bundleCli(home, "0");
  await writeFile(join(home, "package.json"), '{"type":"module"}');
});
test.afterAll(() => rm(home, { recursive: true }));

/** Begins a command of the packed command line; `code` is what it shows to be typed. */
function begin(args: readonly string[]) {
  const env = { PATH: process.env["PATH"], XDG_CONFIG_HOME: home, NODE_ENV: "production" as const };
  const child = spawn(process.execPath, [join(home, "stanchion.js"), ...args], { env });
  const told: string[] = [];
  for (const stream of [child.stdout, child.stderr]) {
    stream.on("data", (text) => told.push(String(text)));
  }
  child.stdin.end();
  const ended = once(child, "close").then(() => ({ code: child.exitCode, said: told.join("") }));
  const shown = () => /[B-Z]{4}-[B-Z]{4}/.exec(told.join(""))?.[0] ?? "";
  return { code: () => expect.poll(shown).not.toBe("").then(shown), ended };
}

test("a person approves in the console what the command line asks for", async ({ page }) => {
  await signUp(page);
  const url = `http://127.0.0.1:${readPorts().console}`;
  const login = ["login", "--device", "--url", url, "--access", "viewer", "--days", "30"];

  const first = begin(login);
  const code = await first.code();
  await page.goto("/device");
  await expectAccessible(page);
  await page.getByRole("textbox", { name: "Code" }).fill("bcdf-ghjk");
  await page.getByRole("button", { name: "Continue" }).click();
  await expect(page.getByText("No program is waiting with this code.").first()).toBeVisible();
  await page.getByRole("textbox", { name: "Code" }).fill(code.toLowerCase());
  await page.getByRole("button", { name: "Continue" }).click();
  await expect(page.getByRole("heading", { name: /^stanchion on .* asks for/ })).toBeVisible();
  await expect(page.getByText(code)).toBeVisible();
  await expect(page.getByText("View events and figures")).toBeVisible();
  await page.getByRole("button", { name: "Approve" }).click();
  await expect(page.getByText(/is signed in\. Return to your terminal/)).toBeVisible();
  expect(await first.ended).toEqual({
    code: 0,
    said: expect.stringMatching(/Signed in to Harbour Hall/),
  });
  const reading = await begin(["events", "list", "--json"]).ended;
  expect(reading).toEqual({ code: 0, said: '{"items":[],"nextCursor":null}\n' });
  await page.goto("/secrets");
  await expect(page.getByText(/^stanchion on /)).toBeVisible();

  const second = begin([...login, "--profile", "other"]);
  await page.goto("/device");
  await page.getByRole("textbox", { name: "Code" }).fill(await second.code());
  await page.getByRole("button", { name: "Continue" }).click();
  await page.getByRole("button", { name: "Refuse" }).click();
  await expect(page.getByText(/was refused\. It has no access/)).toBeVisible();
  expect(await second.ended).toEqual({
    code: 1,
    said: expect.stringMatching(/The sign-in was refused/),
  });
});
