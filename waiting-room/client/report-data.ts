import type { Language } from "@/lib/domain/page-texts/languages";
import type { ReportTexts } from "@/lib/domain/report-texts/report-texts";

/** What the page of a published report hands to its script. */
export type ReportData = {
  /** Where the file is. */
  readonly path: string;
  /** The key that the page names as the signer's: 32 bytes in base64url. */
  readonly publicKey: string;
  readonly language: Language;
  readonly texts: Pick<
    ReportTexts,
    "valid" | "badFile" | "badSignature" | "badFigures" | "unreadable"
  > & { readonly oldBrowser: string };
};

/** The page and its script come from one server: whole JSON with the last field is ours. */
export function isReportData(value: unknown): value is ReportData {
  return typeof value === "object" && value !== null && "texts" in value;
}
