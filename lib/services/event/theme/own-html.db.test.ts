import { afterAll, beforeEach, expect, test } from "vitest";
import { db, disconnectDb } from "@/lib/db/client";
import { PLAIN_THEME } from "@/lib/domain/theme/theme";
import type { ServiceContext } from "@/lib/services/ground/context";
import { themeIndexOf } from "@/lib/services/relay/outbox/inner/theme-fields";
import { createCustomerWithSale } from "@/test/customer";
import { expectRefused } from "@/test/refusals";
import { changeTheme } from "./change";
import { createTheme } from "./create";
import { uploadAsset } from "./upload-asset";

let context: ServiceContext;
beforeEach(async () => {
  context = await createCustomerWithSale();
});
afterAll(disconnectDb);

const upload = (html: string) =>
  uploadAsset(context, { kind: "template", base64: Buffer.from(html).toString("base64") });

test("a broken template is refused, and what is live stays as it was", async () => {
  const { hash } = await upload("<h1>{{eventName}}</h1>{{{status}}}");
  const settings = { ...PLAIN_THEME, template: hash, sources: ["https://img.example"] };
  const theme = await createTheme(context, { key: "own", name: "Own", settings });
  const live = () => db().$transaction((tx) => themeIndexOf(tx, context.customer.id));
  const before = await live();
  expect(before.assets).toEqual([hash]);
  await expectRefused(
    [
      upload("<h1>{{eventNme}}</h1>{{{status}}}"),
      upload("<h1>no place</h1>"),
      upload("{{#message}}"),
    ],
    "invalid",
  );
  const change = (sources: readonly string[]) =>
    changeTheme(context, {
      themeId: theme.id,
      seenVersion: theme.version,
      name: "Own",
      settings: { ...settings, sources },
    });
  await expect(change(["http://plain.example"])).rejects.toThrow("https://images.example.com");
  await expect(change(["https://x; script-src *"])).rejects.toThrow("https://images.example.com");
  expect(await live()).toEqual(before);
});
