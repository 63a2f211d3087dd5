import type { MessageTexts } from "@/lib/domain/message/message";
import { LANGUAGES, type Language } from "@/lib/domain/page-texts/languages";
import type { ActionResult } from "@/lib/http/action-result";

/** What the form of a message holds: a text for each language, "" for none. */
export type MessageValues = { texts: Record<Language, string> };

const tags = Object.keys(LANGUAGES) as Language[];

export function toMessageValues(texts: MessageTexts): MessageValues {
  const entries = tags.map((tag) => [tag, texts[tag] ?? ""]);
  return { texts: Object.fromEntries(entries) as Record<Language, string> };
}

/** The languages in which something was written; null where nothing was. */
export function toMessageTexts({ texts }: MessageValues): MessageTexts | null {
  const written = tags.filter((tag) => texts[tag].trim() !== "");
  return written.length === 0
    ? null
    : Object.fromEntries(written.map((tag) => [tag, texts[tag].trim()]));
}

/** A refusal with its fields under the names of this form. */
export function atMessageFields<Data>(
  result: ActionResult<Data>,
  serviceName: string,
): ActionResult<Data> {
  if (result.ok) return result;
  const fields = Object.entries(result.error.fields ?? {}).map(([path, reason]) => [
    path.startsWith(`${serviceName}.`) ? `texts.${path.slice(serviceName.length + 1)}` : path,
    reason,
  ]);
  return { ok: false, error: { ...result.error, fields: Object.fromEntries(fields) } };
}
