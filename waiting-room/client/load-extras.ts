type Extras = typeof import("./extras")["extras"];

/** What few visitors need, from beside the script that has this. */
export async function loadExtras(): Promise<Extras> {
  // Some browsers remember that an address failed, so each try has its own; what came is in the browser's cache.
  const url = `${import.meta.url.replace(/later(?=[^/]*$)/, "extras")}.${performance.now()}`;
  const { extras }: { readonly extras: Extras } = await import(url);
  return extras;
}
