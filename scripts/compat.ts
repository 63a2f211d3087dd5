import { withApi } from "../tools/api/with-api";
import { SYSTEMS } from "../tools/compat/systems";
import { choose, runTool } from "../tools/stack/run-command";

const USAGE = `Brings up an installation of its own and drives it by what was written for other waiting rooms, with only an address
changed: their public clients where there are some. Exits with 1 when anything goes otherwise than they expect.

  npm run compat
  npm run compat -- --only cloudflare

  --only NAMES  some of: ${Object.keys(SYSTEMS).join(", ")}
  --json        one JSON object as the last line: {failed, and for each system its figures}
  --help        this text`;

const OPTIONS = { only: { type: "string" } } as const;

runTool(USAGE, { options: OPTIONS }, async ({ values }) => {
  const names = choose(values.only, Object.keys(SYSTEMS), "--help tells them all");
  const shown = await withApi(async (addresses) => {
    const all: [string, { readonly failed: number; readonly figures: object }][] = [];
    for (const name of names) {
      const one = SYSTEMS[name];
      if (one === undefined) continue;
      const tell = (what: string) => console.log(`✗ ${name}: ${what}`);
      all.push([name, await one(addresses, tell)]);
    }
    return all;
  });
  const failed = shown.reduce((sum, [, one]) => sum + one.failed, 0);
  const figures = Object.fromEntries(shown.map(([name, one]) => [name, one.figures]));
  console.log(values.json ? JSON.stringify({ failed, ...figures }) : `${failed} trials failed.`);
  return failed === 0 ? 0 : 1;
});
