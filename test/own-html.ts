import { createHash, randomBytes } from "node:crypto";
import { build } from "esbuild";
import type { CompiledTemplate } from "@/lib/domain/custom-page/compile-template";
import { compileTemplate } from "@/lib/domain/custom-page/compile-template";
import { storedTemplate } from "@/lib/domain/custom-page/stored-template";
import { PLAIN_THEME, type PublishedTheme } from "@/lib/domain/theme/theme";
import { readPublishedCustomer, writePublishedCustomer } from "@/lib/line/commands/published";
import { assetField, themeField } from "@/lib/line/commands/published-themes";
import type { startTestRoom } from "./waiting-room";

type Room = ReturnType<typeof startTestRoom>;

/** A script of the waiting room, as browsers get it. */
export async function builtScript(name: "main" | "custom"): Promise<Buffer> {
  const { outputFiles } = await build({
    entryPoints: [`waiting-room/client/${name}.ts`],
    bundle: true,
    minify: true,
    format: "iife",
    target: "es2020",
    write: false,
  });
  return Buffer.from(outputFiles.map(({ text }) => text).join(""));
}

/** A template as it is stored. Throws with the problems of one that is refused. */
export function compiled(html: string): CompiledTemplate {
  const { template, problems } = compileTemplate(html);
  if (template === null) throw new Error(JSON.stringify(problems));
  return template;
}

/** Publishes the theme `own` with a page of its own; done when the room knows. */
export async function publishOwnPage(
  { context, customerId, redis }: Room,
  template: CompiledTemplate,
  sources: readonly string[] = [],
): Promise<void> {
  const held = await readPublishedCustomer(redis, customerId);
  if (held === null) throw new Error("The room has published its customer.");
  const text = storedTemplate(template);
  const hash = createHash("sha256").update(text).digest("hex").slice(0, 32);
  const revision = randomBytes(6).toString("hex");
  const theme: PublishedTheme = {
    revision,
    theme: { ...PLAIN_THEME, template: hash, sources },
    assets: {},
  };
  const set = {
    [themeField("own")]: JSON.stringify(theme),
    [assetField(hash)]: Buffer.from(text).toString("base64"),
  };
  const themes = { revisions: { own: revision }, assets: [hash] };
  await writePublishedCustomer(redis, customerId, { ...held, themes }, { set, remove: [] });
  const { version = 0 } = (await readPublishedCustomer(redis, customerId)) ?? {};
  const isKnown = async () => ((await context.customers.find(customerId))?.version ?? 0) >= version;
  while (!(await isKnown())) await new Promise((resolve) => setTimeout(resolve, 50));
}
