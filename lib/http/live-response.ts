import { AGE_HEADER } from "./age-header";

/**
 * JSON that many share, with how old it is. No cache keeps it: who may read it is asked each time. It goes as it is:
 * Next takes `content-encoding` off what routes answer and packs it itself, so what is packed here would arrive twice packed.
 */
export function liveResponse(
  { text }: { readonly text: string },
  { ageMs }: { readonly ageMs: number },
): Response {
  return new Response(text, {
    headers: {
      "content-type": "application/json",
      "cache-control": "no-store",
      [AGE_HEADER]: String(Math.round(ageMs)),
    },
  });
}
