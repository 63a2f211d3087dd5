import { MADE_CODE_SYMBOLS, plainCode, readAccessCode } from "./access-code";

/** Shorter ones are found by trying, and longer ones nobody types. */
const OWN_CODE = /^[A-Z0-9]{6,40}$/;

type TypedCode = {
  /** In the form in which it is stored. */
  readonly code: string;
  /** It ends as codes that were made here do: a typing mistake would show. */
  readonly isWellMade: boolean;
};

/**
 * Reads a code that was made here, with a prefix or without, or a customer's own: 6 to 40 letters and digits, in any case,
 * with or without spaces and dashes. Null for what neither can be.
 */
export function readTypedCode(typed: string): TypedCode | null {
  const code = plainCode(typed);
  if (code === null || !OWN_CODE.test(code)) return null;
  return { code, isWellMade: readAccessCode(code.slice(-MADE_CODE_SYMBOLS)).ok };
}
