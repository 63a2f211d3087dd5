import { existsSync } from "node:fs";
import { ExpectedFailure } from "@/lib/platform/expected-failure";
import { installPackages } from "../stack/programs";

/** Debian's packages of fonts with a file that shows that each is there. */
const FONTS = {
  "fonts-noto-core": "/usr/share/fonts/truetype/noto/NotoSansArabic-Regular.ttf",
  "fonts-noto-cjk": "/usr/share/fonts/opentype/noto/NotoSansCJK-Regular.ttc",
} as const;

/** Letters of every built-in language, installed from Debian's packages as root where they lack. */
export function requireFonts(onProgress: (line: string) => void): void {
  const missing = Object.entries(FONTS).flatMap(([name, file]) => (existsSync(file) ? [] : [name]));
  if (missing.length === 0) return;
  onProgress(`Installing ${missing.join(" and ")} with apt`);
  if (installPackages(...missing)) return;
  throw new ExpectedFailure(
    `Pictures need the letters of every language: install the Noto fonts (for example: apt-get install ${missing.join(" ")}) and try again.`,
  );
}
