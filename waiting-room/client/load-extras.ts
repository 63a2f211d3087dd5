type Extras = typeof import("./extras")["extras"];

/** Some browsers remember that an address failed, so each try has its own; what came is in the browser's cache. */
export function importAnew<Module>(url: string): Promise<Module> {
  return import(`${url}#${performance.now()}`);
}

/** What few visitors need, from beside the script that has this. */
export async function loadExtras(): Promise<Extras> {
  const url = import.meta.url.replace(/(.*)later/, "$1extras");
  const { extras } = await importAnew<{ readonly extras: Extras }>(url);
  return extras;
}
