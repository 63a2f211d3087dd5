import { createServer, type RequestListener, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, afterEach, beforeEach, expect, test, vi } from "vitest";
import { db, disconnectDb } from "@/lib/db/client";
import { addTestMember, createTestCustomer } from "@/test/customer";
import { makePng } from "@/test/theme-files";
import { readWebsite } from "./read-website";

const servers: Server[] = [];
beforeEach(() => vi.stubEnv("ALLOWED_PRIVATE_HOSTS", "127.0.0.1"));
afterEach(async () => {
  vi.unstubAllEnvs();
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  }
});
afterAll(disconnectDb);

async function serve(answer: RequestListener): Promise<string> {
  const server = createServer(answer);
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** A website that answers these files, and redirects where one is an address. */
function serveFiles(files: Readonly<Record<string, string | Buffer>>): Promise<string> {
  return serve(({ url = "" }, response) => {
    const file = files[url];
    if (file === undefined) response.writeHead(404).end();
    else if (typeof file === "string" && file.startsWith("to:"))
      response.writeHead(302, { location: file.slice(3) }).end();
    else response.end(file);
  });
}

const SHOP = {
  "/": "to:/en/",
  "/en/": `<meta name="theme-color" content="#0a32fc"><link rel="stylesheet" href="/main.css">
    <link rel="manifest" href="/site.json"><img class="logo" src="/logo.png"><img id="logo2" src="/large.png">
    <link rel="icon" href="/favicon.ico"><meta property="og:image" content="/hero.png">`,
  "/main.css": ":root{--brand: #aa3300}",
  "/site.json": JSON.stringify({ background_color: "#fff8f0", icons: [{ src: "/logo.png" }] }),
  "/logo.png": makePng(120, 32),
  "/favicon.ico": "no picture",
  "/large.png": Buffer.concat([makePng(8, 8), Buffer.alloc(200_000)]),
  "/hero.png": makePng(600, 300),
};

test("a website's colours and pictures are found behind its redirect; what a theme cannot have is left out", async () => {
  const context = await createTestCustomer();
  const { colours, pictures } = await readWebsite(context, { url: await serveFiles(SHOP) });
  expect(colours).toEqual([
    { colour: "#0a32fc", from: "theme-color" },
    { colour: "#fff8f0", from: "manifest: background" },
    { colour: "#aa3300", from: "--brand" },
  ]);
  expect(pictures.map(({ base64: _, ...picture }) => picture)).toEqual([
    { from: "logo on the page", use: "logo", contentType: "image/png" },
    { from: "og:image", use: "background", contentType: "image/png" },
  ]);
  expect(Buffer.from(pictures[0]?.base64 ?? "", "base64")).toEqual(SHOP["/logo.png"]);
  // Only looked at: it is stored when somebody chooses it.
  expect(await db().themeAsset.count({ where: { customerId: context.customer.id } })).toBe(0);
});

test("an address within the network is not asked, not even behind a redirect", async () => {
  const context = await createTestCustomer();
  const asked: string[] = [];
  const inside = await serve(({ url = "" }, response) => {
    asked.push(url);
    response.end();
  });
  const { port } = new URL(inside);
  const website = await serveFiles({
    "/": `to:http://127.0.0.2:${port}/admin`,
    "/picture": `<img class="logo" src="http://127.0.0.2:${port}/logo.png">`,
  });
  await expect(readWebsite(context, { url: website })).rejects.toMatchObject({
    fields: { url: expect.stringContaining("internal network address") },
  });
  expect(await readWebsite(context, { url: `${website}/picture` })).toEqual({
    ...{ colours: [], pictures: [] },
  });
  vi.stubEnv("ALLOWED_PRIVATE_HOSTS", "");
  await expect(readWebsite(context, { url: inside })).rejects.toMatchObject({ code: "invalid" });
  expect(asked).toEqual([]);
});

test.each([
  ["http://shop.example/", /https:\/\//],
  ["", /Enter the address/],
  ["ftp://shop.example", /https:\/\//],
])("the address %j is refused at its field", async (url, reason) => {
  const context = await createTestCustomer();
  await expect(readWebsite(context, { url })).rejects.toThrow(reason);
});

test("a website that is broken, endless or redirects for ever is refused with what it did", async () => {
  const context = await createTestCustomer();
  const website = await serveFiles({ "/round": "to:/round", "/huge": Buffer.alloc(2_200_000) });
  for (const [path, reason] of [
    ["/nothing", /status 404/],
    ["/round", /redirects too often/],
    ["/huge", /too large/],
  ] as const)
    await expect(readWebsite(context, { url: `${website}${path}` })).rejects.toMatchObject({
      fields: { url: expect.stringMatching(reason) },
    });
});

test("is refused to who may not edit themes", async () => {
  const viewer = await addTestMember(await createTestCustomer(), "viewer", "Vera");
  await expect(readWebsite(viewer, { url: "shop.example" })).rejects.toMatchObject({
    code: "forbidden",
  });
});
