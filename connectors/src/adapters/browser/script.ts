import { readAttributes } from "./attributes.ts";
import { startOn } from "./start.ts";
import { pageOf } from "./window-page.ts";

/** The tag that this script came with; a module loader may have hidden it. */
function findTag(): HTMLScriptElement | null {
  const { currentScript } = document;
  if (currentScript instanceof HTMLScriptElement) return currentScript;
  return document.querySelector<HTMLScriptElement>("script[data-stanchion-c]");
}

function run(): void {
  const tag = findTag();
  const page = pageOf(window, tag?.nonce ?? "");
  const { options, runsAtOnce, unknown } = readAttributes(tag?.attributes ?? [], tag?.src ?? "");
  for (const name of unknown) page.report("attribute-unknown", name);
  const connector = startOn(window, page, options);
  if (runsAtOnce) void connector?.check();
}

run();
