import { z } from "zod";
import { env } from "@/lib/platform/env";
import type { Asked } from "./asked";
import { requirePage, storePreview } from "./own-page";

const input = z.strictObject({ custom_html: z.string().min(1, "Enter a page.") });

/** Keeps a page for a preview until the next one, and answers its address in the console, for people who sign in. */
export async function previewPage({ context, body }: Asked) {
  const { custom_html: html } = input.parse(body);
  requirePage(html);
  const themeId = await storePreview(context, html);
  const url = new URL("/themes/preview", env.consoleUrl());
  const shown = { theme: themeId, state: "waiting", language: "en", scheme: "light" };
  for (const [name, value] of Object.entries(shown)) url.searchParams.set(name, value);
  return { preview_url: url.href };
}
