import type { Language } from "@/lib/domain/page-texts/languages";
import type { Texts } from "@/lib/domain/page-texts/texts";

/** What the page on which a draw is checked hands to its script. */
export type VerifyData = {
  readonly customerId: string;
  readonly eventId: string;
  readonly runId: number;
  readonly publicKey: string;
  /** Where the published draw is. */
  readonly path: string;
  readonly language: Language;
  readonly texts: Texts["draw"];
};

/** The page and its script come from one server: whole JSON with the last field is ours. */
export function isVerifyData(value: unknown): value is VerifyData {
  return typeof value === "object" && value !== null && "texts" in value;
}
