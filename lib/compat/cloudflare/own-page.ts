import { compileTemplate } from "@/lib/domain/custom-page/compile-template";
import type { TemplateToken } from "@/lib/domain/custom-page/template-tokens";
import { isPagePart } from "@/lib/domain/custom-page/variables";
import { PLAIN_THEME, type Theme } from "@/lib/domain/theme/theme";
import { changeTheme } from "@/lib/services/event/theme/change";
import { createTheme } from "@/lib/services/event/theme/create";
import { deleteTheme } from "@/lib/services/event/theme/delete";
import { getTheme } from "@/lib/services/event/theme/get";
import { getTemplate } from "@/lib/services/event/theme/get-template";
import { listThemes } from "@/lib/services/event/theme/list";
import { uploadAsset } from "@/lib/services/event/theme/upload-asset";
import type { ServiceContext } from "@/lib/services/ground/context";
import { ServiceError } from "@/lib/services/ground/errors";

/** The key of the theme that holds the page of a room. */
export const themeKeyOf = (roomId: string): string => `cloudflare-${roomId}`;

/**
 * Their pages say by variables how long it takes; ours have a part that also joins and enters. It stands at the end of the
 * body where the page does not say where, and the page loads itself, so that it may not be loaded by a tag.
 */
export function withStatus(html: string): string {
  const still = html
    .replace(/<meta\b[^>]*http-equiv\s*=\s*["']?refresh\b[^>]*>/gi, "")
    // Three braces are for parts of ours; a variable is a text, as Turnstile's, whose challenge is in the status.
    .replace(/\{\{\{\s*(\w+)\s*\}\}\}/g, (tag, name: string) =>
      isPagePart(name) ? tag : `{{${name}}}`,
    );
  if (/\{\{\{\s*status\s*\}\}\}/.test(still)) return still;
  const end = still.search(/<\/body\s*>/i);
  return end === -1
    ? `${still}\n{{{status}}}`
    : `${still.slice(0, end)}{{{status}}}\n${still.slice(end)}`;
}

/** Throws `invalid` with each line that is no page, as Cloudflare's field. */
export function requirePage(html: string): void {
  if (html === "") return;
  const { template, problems } = compileTemplate(withStatus(html));
  if (template !== null) return;
  const [first] = problems;
  const reason = first === undefined ? "This is no page." : `Line ${first.line}: ${first.reason}`;
  throw new ServiceError("invalid", reason, { fields: { custom_page_html: reason } });
}

type Page = { readonly roomId: string; readonly name: string; readonly html: string };

/** Stores the page of a room, and answers the key of its theme. */
export async function storePage(
  context: ServiceContext,
  { roomId, name, html }: Page,
): Promise<string> {
  const key = themeKeyOf(roomId);
  await storeTheme(context, { key, name: `Cloudflare: ${name}`, html });
  return key;
}

/** Stores a page that no room has, in place of the one before, and answers the id of its theme. */
export function storePreview(context: ServiceContext, html: string): Promise<string> {
  return storeTheme(context, { key: themeKeyOf("preview"), name: "Cloudflare: preview", html });
}

type NewPage = { readonly key: string; readonly name: string; readonly html: string };

async function storeTheme(context: ServiceContext, { key, name, html }: NewPage): Promise<string> {
  const settings = await settingsWith(context, html);
  const known = await findTheme(context, key);
  if (known === undefined) return (await createTheme(context, { key, name, settings })).id;
  const seen = { themeId: known.id, seenVersion: known.version };
  return (await changeTheme(context, { ...seen, name, settings })).id;
}

async function settingsWith(context: ServiceContext, html: string): Promise<Theme> {
  const base64 = Buffer.from(withStatus(html)).toString("base64");
  const { hash, notes } = await uploadAsset(context, { kind: "template", base64 });
  const sources = notes?.origins ?? [];
  return { ...PLAIN_THEME, template: hash, ...(sources.length === 0 ? {} : { sources }) };
}

async function findTheme(context: ServiceContext, key: string) {
  return (await listThemes(context)).find((theme) => theme.key === key);
}

/** Removes the page of a room, where it has one that no event wears any more. */
export async function removePage(context: ServiceContext, roomId: string): Promise<void> {
  const theme = await findTheme(context, themeKeyOf(roomId));
  if (theme === undefined || theme.usedBy.length > 0) return;
  await deleteTheme(context, { themeId: theme.id });
}

/** The page of a room as visitors get it: what may not stand there is gone. Empty where it has none of its own. */
export async function readPage(context: ServiceContext, theme: string | null): Promise<string> {
  if (theme === null) return "";
  const known = await findTheme(context, theme);
  const hash = known && (await getTheme(context, { themeId: known.id })).settings.template;
  if (hash === undefined || hash === null) return "";
  const template = await getTemplate(context, { hash });
  if (template === null) return "";
  const { head, body, htmlAttributes, bodyAttributes } = template;
  return [
    `<!doctype html><html${written(htmlAttributes)}><head>${written(head)}</head>`,
    `<body${written(bodyAttributes)}>${written(body)}</body></html>`,
  ].join("");
}

function written(tokens: readonly TemplateToken[]): string {
  return tokens
    .map((token) => {
      const [type, text] = token;
      if (token.length === 5) return `{{${type}${text}}}${written(token[4])}{{/${text}}}`;
      if (type === "text") return text;
      return type === "&" ? `{{{${text}}}}` : `{{${text}}}`;
    })
    .join("");
}
