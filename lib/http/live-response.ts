/** How many milliseconds ago an answer was read: many share one. */
export const AGE_HEADER = "stanchion-age-ms";

/** JSON that many share, with how old it is. No cache keeps it: who may read it is asked each time. */
export function liveResponse({ text, ageMs }: { readonly text: string; readonly ageMs: number }) {
  return new Response(text, {
    headers: {
      "content-type": "application/json",
      "cache-control": "no-store",
      [AGE_HEADER]: String(Math.round(ageMs)),
    },
  });
}
