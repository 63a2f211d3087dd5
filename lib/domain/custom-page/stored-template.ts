import type { CompiledTemplate } from "./compile-template";

/** A template of another version has to be uploaded again. */
const VERSION = 1;

/** A compiled template as it is stored and published. */
export function storedTemplate(template: CompiledTemplate): string {
  return JSON.stringify({ stanchionTemplate: VERSION, ...template });
}

/** Null for what `storedTemplate` of this version has not written. */
export function readStoredTemplate(text: string): CompiledTemplate | null {
  try {
    const read: unknown = JSON.parse(text);
    const isOurs =
      typeof read === "object" &&
      read !== null &&
      "stanchionTemplate" in read &&
      read.stanchionTemplate === VERSION;
    // Only `storedTemplate` writes this mark.
    return isOurs ? (read as unknown as CompiledTemplate) : null;
  } catch {
    return null;
  }
}
