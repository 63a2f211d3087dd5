import { z } from "zod";
import { flatTexts } from "@/lib/domain/page-texts/key-paths";
import { isLanguage } from "@/lib/domain/page-texts/languages";
import { textsIn } from "@/lib/domain/page-texts/texts-in";
import { defineRoute } from "@/lib/http/console";
import { jsonResponse } from "@/lib/http/define-route";

export const dynamic = "force-dynamic";

const params = z.object({ language: z.string().refine(isLanguage, "There is no such language.") });

/** All built-in texts of one language by their names: too many to send with every page. */
export const GET = defineRoute({
  params,
  handler: async ({ params: { language } }) =>
    jsonResponse(Object.fromEntries(flatTexts(textsIn(language)))),
});
