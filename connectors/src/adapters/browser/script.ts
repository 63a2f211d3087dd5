import { readAttributes } from "./attributes.ts";
import { startOn } from "./start.ts";
import { pageOf } from "./window-page.ts";

function run(): void {
  const { currentScript } = document;
  const tag = currentScript instanceof HTMLScriptElement ? currentScript : null;
  const page = pageOf(window, tag?.nonce ?? "");
  const { options, runsAtOnce, unknown } = readAttributes(tag?.attributes ?? [], tag?.src ?? "");
  for (const name of unknown) page.report("attribute-unknown", name);
  const connector = startOn(window, page, options);
  if (runsAtOnce) void connector?.check();
}

run();
