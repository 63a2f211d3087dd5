import { createHash, randomBytes } from "node:crypto";
import { describe, expect, test } from "vitest";
import type { EventSettings } from "@/lib/domain/event/settings";
import { PLAIN_THEME, type PublishedTheme, type Theme } from "@/lib/domain/theme/theme";
import { readPublishedCustomer, writePublishedCustomer } from "@/lib/line/commands/published";
import { assetField, type ThemeFields, themeField } from "@/lib/line/commands/published-themes";
import { publishedKey } from "@/lib/line/keys";
import { makeFont, makePng } from "@/test/theme-files";
import { startTestRoom } from "@/test/waiting-room";

const room = startTestRoom();
const stranger = startTestRoom();

const html = { accept: "text/html", "sec-fetch-mode": "navigate", "sec-fetch-dest": "document" };
const queueAll: Partial<EventSettings> = { queueAll: true };

const hashOf = (bytes: Buffer) => createHash("sha256").update(bytes).digest("hex").slice(0, 32);
const logo = makePng(40, 20);
const font = makeFont();
const template = Buffer.from("<!doctype html><p>{{expectedWaitTime}}</p>");

const blue: Theme = { ...PLAIN_THEME, colours: { ...PLAIN_THEME.colours, brand: "#0044cc" } };
const branded: Theme = {
  ...PLAIN_THEME,
  logo: { light: hashOf(logo), dark: null },
  font: { asset: hashOf(font), family: "House Sans" },
  links: { privacy: "https://shop.example/privacy", imprint: null },
  texts: { en: { "screen.joinTitle": "Welcome to the house" } },
  appearance: "dark",
};

/** Publishes these themes and files of a room's customer and none else; done when the room knows. */
async function publishThemes(
  to: typeof room,
  themes: Readonly<Record<string, Theme>>,
  files: readonly Buffer[] = [],
): Promise<void> {
  const { customerId, redis, context } = to;
  const set: Record<string, string> = {};
  const revisions: Record<string, string> = {};
  for (const [key, theme] of Object.entries(themes)) {
    const revision = randomBytes(6).toString("hex");
    const assets = { [hashOf(logo)]: { width: 40, height: 20, isVariable: false } };
    set[themeField(key)] = JSON.stringify({ revision, theme, assets } satisfies PublishedTheme);
    revisions[key] = revision;
  }
  for (const file of files) set[assetField(hashOf(file))] = file.toString("base64");
  const fields = await redis.hkeys(publishedKey(customerId));
  const remove = fields.filter((name) => /^(?:theme|asset):/.test(name) && !(name in set));
  await write(to, { set, remove }, { revisions, assets: files.map(hashOf) });
  const { version = 0 } = (await readPublishedCustomer(redis, customerId)) ?? {};
  const isKnown = async () => ((await context.customers.find(customerId))?.version ?? 0) >= version;
  while (!(await isKnown())) await new Promise((resolve) => setTimeout(resolve, 50));
}

async function write(
  { customerId, redis }: typeof room,
  fields: ThemeFields,
  themes: { revisions: Record<string, string>; assets: string[] },
): Promise<void> {
  const held = await readPublishedCustomer(redis, customerId);
  if (held === null) throw new Error("The room has published its customer.");
  await writePublishedCustomer(redis, customerId, { ...held, themes }, fields);
}

const pageOf = async (page: string, query = "") =>
  (await room.call("GET", `${page}${query}`, { headers: html })).body;
const styleIn = (body: string) => /<style>([^<]*)<\/style>/.exec(body)?.[1] ?? "";

describe("the theme of a page", () => {
  test("is what the link names, else the event's, else the brand alone", async () => {
    await publishThemes(room, { blue, branded });
    const plain = await room.open(queueAll);
    const themed = await room.open({ ...queueAll, theme: "branded" });
    expect(await pageOf(plain.page)).not.toContain("#0044cc");
    expect(await pageOf(plain.page, "&l=blue")).toContain("--brand:#0044cc");
    expect(await pageOf(themed.page)).toContain("Welcome to the house");
    expect(await pageOf(themed.page, "&l=blue")).toContain("--brand:#0044cc");
    expect(await pageOf(themed.page, "&l=nobody-has-this")).toContain("Welcome to the house");
    for (const name of ["constructor", "__proto__", ""])
      expect(styleIn(await pageOf(plain.page, `&l=${name}`))).toBe(
        styleIn(await pageOf(plain.page)),
      );
  });

  test("brings logo, font, links, words and appearance, and a policy that allows just that", async () => {
    await publishThemes(room, { branded }, [logo, font]);
    const { page } = await room.open({ ...queueAll, theme: "branded" });
    const reply = await room.call("GET", page, { headers: html });
    const files = `/assets/theme/${room.customerId}`;
    expect(reply.body).toContain(`<img src="${files}/${hashOf(logo)}" alt="Test" width="64"`);
    expect(reply.body).toContain(`url("${files}/${hashOf(font)}") format("woff2")`);
    expect(reply.body).toContain('<meta name="color-scheme" content="dark">');
    expect(reply.body).toContain('<a href="https://shop.example/privacy" target="_blank"');
    const policy = String(reply.headers["content-security-policy"]);
    const hash = createHash("sha256").update(styleIn(reply.body)).digest("base64");
    expect(policy).toContain(`'sha256-${hash}'`);
    expect(policy).toContain("font-src 'self'");
  });

  test("is worn by messages and by forms without JavaScript too", async () => {
    await publishThemes(room, { blue });
    const { base, page } = await room.open({ inviteOnly: true, theme: "blue" });
    const refused = await room.call("GET", page, { headers: html });
    expect(refused.body).toContain("By invitation only");
    expect(refused.body).toContain("--brand:#0044cc");
    const left = await room.call("POST", `${base}/leave`, { headers: html });
    expect(left.body).toContain("--brand:#0044cc");
    const error = `/error/timestamp?${page.slice(2)}`;
    expect((await room.call("GET", error, { headers: html })).body).toContain("--brand:#0044cc");
  });

  test("brings its words to what the page loads later, under a name of their own for caches", async () => {
    await publishThemes(room, { branded });
    const { base, page } = await room.open({ ...queueAll, theme: "branded" });
    const url = /"textsUrl":"([^"]+)"/.exec(await pageOf(page))?.[1]?.replaceAll("\\u0026", "&");
    expect(url).toContain(`${base}/texts.json?cid=en&v=`);
    const texts = await room.call("GET", url ?? "");
    expect(texts.body).toContain("Welcome to the house");
    expect(texts.headers["cache-control"]).toContain("max-age");
    const other = await room.call("GET", `${base}/texts.json?cid=en&v=older`);
    expect(other.headers["cache-control"]).toBe("no-store");
  });

  test("arrives when it is changed, and goes when it is deleted, in the same process", async () => {
    await publishThemes(room, { blue });
    const { page } = await room.open({ ...queueAll, theme: "blue" });
    expect(await pageOf(page)).toContain("#0044cc");
    const colours = { ...blue.colours, brand: "#aa0000" };
    await publishThemes(room, { blue: { ...blue, colours } });
    expect(await pageOf(page)).toContain("#aa0000");
    await publishThemes(room, {});
    const bare = await pageOf(page);
    expect(bare).not.toContain("#aa0000");
    expect(bare).toContain('id="headline"');
  });

  test("of another customer is never worn, whatever an address names", async () => {
    await publishThemes(stranger, { blue });
    await publishThemes(room, {});
    const { page, settings } = await room.open(queueAll);
    expect(await pageOf(page, "&l=blue")).not.toContain("#0044cc");
    const theirs = await stranger.open({ ...queueAll, theme: "blue" });
    const mixed = `/line/${room.customerId}/${settings.eventId}/code${theirs.page.slice(1)}`;
    const code = await room.call("GET", mixed, { headers: html });
    expect(code.status).toBe(200);
    expect(code.body).not.toContain("#0044cc");
  });
});

describe("a file of a theme", () => {
  const get = async (path: string) => {
    const response = await fetch(`http://127.0.0.1:${room.port()}${path}`);
    return { response, bytes: Buffer.from(await response.arrayBuffer()) };
  };

  test("is served byte for byte by its hash, for ever, and can run nothing", async () => {
    await publishThemes(room, { branded }, [logo, font]);
    for (const [file, type] of [
      [logo, "image/png"],
      [font, "font/woff2"],
    ] as const) {
      const { response, bytes } = await get(`/assets/theme/${room.customerId}/${hashOf(file)}`);
      expect(bytes.equals(file)).toBe(true);
      expect(response.headers.get("content-type")).toBe(type);
      expect(response.headers.get("cache-control")).toContain("immutable");
      expect(response.headers.get("x-content-type-options")).toBe("nosniff");
      expect(response.headers.get("content-security-policy")).toContain("sandbox");
      expect(response.headers.get("cross-origin-resource-policy")).toBe("same-origin");
    }
  });

  test("is nothing under another customer, and a template is no file", async () => {
    await publishThemes(room, { branded }, [logo, template]);
    await publishThemes(stranger, {});
    const paths = [
      `/assets/theme/${stranger.customerId}/${hashOf(logo)}`,
      `/assets/theme/${room.customerId}/${hashOf(template)}`,
      `/assets/theme/${room.customerId}/${"0".repeat(32)}`,
    ];
    for (const path of paths) expect((await get(path)).response.status).toBe(404);
  });

  test("is not served any more when the customer does not have it", async () => {
    await publishThemes(room, { branded }, [logo]);
    const path = `/assets/theme/${room.customerId}/${hashOf(logo)}`;
    expect((await get(path)).response.status).toBe(200);
    await publishThemes(room, {});
    expect((await get(path)).response.status).toBe(404);
  });
});
