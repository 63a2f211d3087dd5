import { compileTemplate } from "@/lib/domain/custom-page/compile-template";
import type { Finding } from "@/lib/domain/custom-page/finding";
import { storedTemplate } from "@/lib/domain/custom-page/stored-template";
import { invalidField } from "@/lib/services/ground/errors";

/** So many findings are enough to begin with. */
const SHOWN = 10;

/** What the author of a template is told although it is taken. */
export type TemplateNotes = {
  /** What of it pages leave out, a line each. */
  readonly removed: readonly string[];
  /** The origins from which it loads something: pages block those that the theme does not name. */
  readonly origins: readonly string[];
};

/**
 * The bytes of a template as they are stored: only what may stand on a page. Throws `invalid` with the line, the column
 * and the reason of what is wrong.
 */
export function readTemplate(bytes: Uint8Array): {
  readonly stored: Uint8Array<ArrayBuffer>;
  readonly notes: TemplateNotes;
} {
  const { template, problems, removed, origins } = compileTemplate(decodeUtf8(bytes));
  if (template === null) throw invalidField("base64", linesOf(problems).join("\n"));
  const stored = new Uint8Array(Buffer.from(storedTemplate(template)));
  return { stored, notes: { removed: linesOf(removed), origins } };
}

function linesOf(findings: readonly Finding[]): string[] {
  const lines = findings.map(
    ({ line, column, reason }) => `Line ${line}, column ${column}: ${reason}`,
  );
  const more = lines.length - SHOWN;
  return more > 0 ? [...lines.slice(0, SHOWN), `And ${more} more.`] : lines;
}

function decodeUtf8(bytes: Uint8Array): string {
  try {
    const text = new TextDecoder("utf-8", { fatal: true }).decode(bytes);
    if (!text.includes("\0")) return text;
  } catch {
    // Said below.
  }
  throw invalidField("base64", "The template must be UTF-8 text.");
}
