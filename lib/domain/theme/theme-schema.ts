import { z } from "zod";
import { lineOfText } from "@/lib/domain/fields";
import { isLanguage } from "@/lib/domain/page-texts/languages";
import type { Overrides } from "@/lib/domain/page-texts/texts-in";
import { parseUrl } from "@/lib/domain/parse-url";
import { APPEARANCES, ARRANGEMENTS, IMAGE_POSITIONS, type Theme } from "./theme";
import { colourProblems } from "./theme-colours";

/** Of a theme without its files, as JSON: every process that shows it keeps it in memory. */
export const THEME_CHARACTERS_MAX = 200_000;

const assetHash = z.string().regex(/^[0-9a-f]{32}$/, "This is not an uploaded file.");

const colour = z
  .string()
  .trim()
  .toLowerCase()
  .regex(/^#[0-9a-f]{6}$/, "Enter a colour as #rrggbb.")
  .nullable();

const surfaces = z.strictObject({ page: colour, card: colour, text: colour });

const secureAddress = z
  .string()
  .trim()
  .max(500, "At most 500 characters.")
  .refine(isSecureAddress, "Enter a full URL that starts with https://.")
  .nullable();

function isSecureAddress(text: string): boolean {
  const url = /^https:\/\/[^\s\p{Cc}]+$/u.test(text) ? parseUrl(text) : null;
  return url !== null && url.username === "" && url.password === "";
}

const secureOrigin = z
  .string()
  .trim()
  .toLowerCase()
  .max(300, "At most 300 characters.")
  .regex(
    /^https:\/\/[a-z0-9]([a-z0-9.-]*[a-z0-9])?(:\d{1,5})?$/,
    "Enter an origin such as https://images.example.com, without a path.",
  );

const words = z.string().max(2_000, "At most 2,000 characters.");

const plural = z
  .strictObject({
    zero: words.optional(),
    one: words.optional(),
    two: words.optional(),
    few: words.optional(),
    many: words.optional(),
    other: words,
  })
  // A form that is left out is not there, which the schema's own type forgets.
  .transform((forms) => forms as { readonly other: string });

const texts = z
  .record(z.string(), z.record(z.string().max(100), z.union([words, plural])))
  .superRefine((overrides, issues) => {
    for (const language of Object.keys(overrides)) {
      if (isLanguage(language)) continue;
      const message = `Unsupported language “${language}”.`;
      issues.addIssue({ code: "custom", path: [language], message });
    }
  })
  // Checked above.
  .transform((overrides) => overrides as Overrides);

/** What people set of a theme. Whether its files are there and what they have to be, only the services know. */
export const themeSchema = z
  .strictObject({
    logo: z.strictObject({ light: assetHash.nullable(), dark: assetHash.nullable() }),
    colours: z.strictObject({ brand: colour, light: surfaces, dark: surfaces }),
    font: z
      .strictObject({
        asset: assetHash,
        family: lineOfText(60).regex(
          /^[\p{L}\p{N} _-]+$/u,
          "Only letters, digits, spaces, - and _.",
        ),
      })
      .nullable(),
    background: z.strictObject({
      image: assetHash.nullable(),
      position: z.enum(IMAGE_POSITIONS),
    }),
    links: z.strictObject({ privacy: secureAddress, imprint: secureAddress }),
    texts,
    arrangement: z.enum(ARRANGEMENTS),
    appearance: z.enum(APPEARANCES),
    template: assetHash.nullable(),
    sources: z.array(secureOrigin).max(20, "At most 20 origins.").readonly().exactOptional(),
  })
  .superRefine(refuseContradictions);

function refuseContradictions(theme: Theme, issues: z.core.$RefinementCtx): void {
  const refuse = (path: string, message: string) =>
    issues.addIssue({ code: "custom", path: path.split("."), message });
  if (theme.logo.light === null && theme.logo.dark !== null) {
    refuse("logo.light", "Choose a logo for light pages first.");
  }
  if (theme.arrangement === "wide" && theme.background.image === null) {
    refuse("background.image", "This layout requires an image.");
  }
  for (const { field, reason } of colourProblems(theme.colours)) refuse(field, reason);
  if (JSON.stringify(theme).length > THEME_CHARACTERS_MAX) {
    refuse("texts", "Too many custom texts. Remove those that match the built-in text.");
  }
}

/** How connectors name a theme in `l`: any line of text, exactly as it is written here. */
export const themeKey = lineOfText(100);
