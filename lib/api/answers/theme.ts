import { z } from "zod";
import { ASSET_KINDS } from "@/lib/domain/theme/theme";
import { themeSchema } from "@/lib/domain/theme/theme-schema";
import { moment } from "./event";
import { named } from "./names";

const count = z.number().int();

const form = z.string().exactOptional();
const plural = z.object({
  ...{ zero: form, one: form, two: form, few: form, many: form },
  other: z.string(),
});
/** By language and name. */
const texts = z.record(z.string(), z.record(z.string(), z.union([z.string(), plural])));

const known = {
  id: z.string(),
  key: z.string(),
  name: z.string(),
  version: count,
  updatedAt: moment,
};

/** A theme in the list, with the events that use it. */
export const listedThemeAnswer = named(
  "ListedTheme",
  z.object({ ...known, usedBy: z.array(z.string()) }),
);

/** A theme. */
export const themeAnswer = named(
  "Theme",
  z.object({ ...known, settings: z.object({ ...themeSchema.shape, texts }) }),
);

/** An uploaded file: themes name it by its hash. */
export const themeFileAnswer = named(
  "ThemeFile",
  z.object({
    hash: z.string(),
    kind: z.enum(ASSET_KINDS),
    contentType: z.string(),
    size: count,
    width: count.nullable(),
    height: count.nullable(),
    isVariable: z.boolean(),
    notes: z.object({ removed: z.array(z.string()), origins: z.array(z.string()) }).nullable(),
  }),
);

export const themeFileContentAnswer = z.object({ contentType: z.string(), base64: z.base64() });

/** What was found of a website's looks. */
export const websiteLooksAnswer = named(
  "WebsiteLooks",
  z.object({
    colours: z.array(z.object({ colour: z.string(), from: z.string() })),
    pictures: z.array(
      z.object({
        from: z.string(),
        use: z.enum(["logo", "background"]),
        contentType: z.string(),
        base64: z.base64(),
      }),
    ),
  }),
);
