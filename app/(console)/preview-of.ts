import type { Theme } from "@/lib/domain/theme/theme";
import { getTemplate } from "@/lib/services/event/theme/get-template";
import type { ServiceContext } from "@/lib/services/ground/context";
import { invalidField } from "@/lib/services/ground/errors";
import { type Preview, renderPreview } from "@/waiting-room/pages/preview-page";
import { toPageTheme } from "@/waiting-room/pages/to-page-theme";

type Previewed = Omit<Preview, "brand" | "template"> & {
  readonly settings: Theme;
  readonly brand: { readonly name: string; readonly colour: string };
};

/**
 * The page of a waiting room that wears a theme, as an answer. `proxy.ts` gives it a policy by which it can do nothing.
 * Throws `invalid` for a state that there is not.
 */
export async function previewOf(
  context: ServiceContext,
  { settings, brand, ...preview }: Previewed,
): Promise<Response> {
  const theme = toPageTheme(
    context.customer.wireId,
    { revision: "", theme: settings, assets: {} },
    (hash) => `/api/themes/files/${hash}`,
  );
  const page = renderPreview({
    ...preview,
    template:
      settings.template === null ? null : await getTemplate(context, { hash: settings.template }),
    brand: { ...brand, logoUrl: null, theme },
  });
  if (page === null) throw invalidField("state", "There is no such state.");
  const headers = { "content-type": "text/html; charset=utf-8", "cache-control": "no-store" };
  return new Response(page, { headers });
}
