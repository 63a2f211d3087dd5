import {
  addReadable,
  READABLE_SYMBOLS,
  readReadable,
} from "@/lib/domain/readable-code/readable-code";

const BASE = READABLE_SYMBOLS.length;
/** The run, the lane, and the number from its lowest symbol on. */
const LEAST_NUMBER_SYMBOLS = 5;
/** Enough for any number of a line. */
const MOST_NUMBER_SYMBOLS = 10;

const FIRST_NUMBER_SYMBOL = 2;
/** Scratch space: every check-in has a code, and none is made while another one is. */
const data = new Uint8Array(16);

/** What a support code names: one place of an event. */
export type SupportedPlace = {
  readonly runId: number;
  readonly lane: number;
  /** The number handed out on joining; a draw does not change it. */
  readonly number: number;
};

export type SupportCodeReading =
  | {
      readonly ok: true;
      /** The newest run of the event that the code can belong to; 0 for none. */
      readonly runId: number;
      readonly lane: number;
      readonly number: number;
    }
  /** `length` or `symbol`: no code reads like this. `typo`: the check symbol is wrong. */
  | { readonly ok: false; readonly problem: "length" | "symbol" | "typo" };

/**
 * The code by which somebody who waits can be found, to be read out: `K7QF-3MTP`. It says no more than the
 * number itself, holds no secret and is worth nothing to whoever hears it.
 */
export function supportCode({ runId, lane, number }: SupportedPlace): string {
  data[0] = runId % BASE;
  data[1] = lane % BASE;
  let length = FIRST_NUMBER_SYMBOL;
  let rest = number;
  while (rest > 0 || length < FIRST_NUMBER_SYMBOL + LEAST_NUMBER_SYMBOLS) {
    data[length] = rest % BASE;
    rest = Math.floor(rest / BASE);
    length += 1;
  }
  const check = checkSymbol(data, length);
  let code = "";
  // Everything is shifted by the check symbol, so that neighbours in line are not taken for each other.
  for (let index = 0; index < length; index += 1)
    code = addReadable(code, index, ((data[index] ?? 0) + check + 3 * index) % BASE);
  return addReadable(code, length, check);
}

/**
 * Reads what somebody typed or heard. Any wrong symbol and any two neighbours that changed places are noticed. The
 * code names a run by a remainder: of those up to `currentRunId` the newest is meant.
 */
export function readSupportCode(typed: string, currentRunId: number): SupportCodeReading {
  const refuse = (problem: "length" | "symbol" | "typo") => ({ ok: false as const, problem });
  const symbols = readReadable(typed);
  if (typeof symbols === "string") return refuse(symbols);
  const numberSymbols = symbols.length - 3;
  if (numberSymbols < LEAST_NUMBER_SYMBOLS || numberSymbols > MOST_NUMBER_SYMBOLS)
    return refuse("length");
  const check = symbols.at(-1) ?? 0;
  const symbolsTyped = symbols
    .slice(0, -1)
    .map((symbol, index) => (((symbol - check - 3 * index) % BASE) + BASE) % BASE);
  if (checkSymbol(symbolsTyped, symbolsTyped.length) !== check) return refuse("typo");
  const [run = 0, lane = 0, ...number] = symbolsTyped;
  return { ok: true, runId: newestRun(run, currentRunId), lane, number: numberOf(number) };
}

function newestRun(remainder: number, currentRunId: number): number {
  const back = (((currentRunId - remainder) % BASE) + BASE) % BASE;
  return Math.max(0, currentRunId - back);
}

function numberOf(symbols: readonly number[]): number {
  return symbols.reduceRight((number, symbol) => number * BASE + symbol, 0);
}

/** Each place has its own weight, so that neither a wrong symbol nor a swap leaves the sum the same. */
function checkSymbol(symbols: ArrayLike<number>, length: number): number {
  let sum = 0;
  for (let index = 0; index < length; index += 1) sum += (index + 2) * (symbols[index] ?? 0);
  return sum % BASE;
}
