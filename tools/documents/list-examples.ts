import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { listExamples, readExamples } from "../connector-package/examples";
import { projectPath } from "../stack/paths";

const LINK = /\]\(([\w./-]+\.md)(?:#[^)]*)?\)/g;
/** The integrator's part of the index, up to the next heading. */
const PART = /^## You connect a site or an app$([\s\S]*?)^## /m;
/** What those pages lead to in one step more. */
const NEXT = "addresses challenges custom-html embedding"
  .split(" ")
  .map((name) => `docs/${name}.md`);

/** The documents that `docs/README.md` gives an integrator, all about connectors, and what they lead to. */
function integratorsDocuments(): string[] {
  const index = readFileSync(projectPath("docs/README.md"), "utf8");
  const [, part] = PART.exec(index) ?? [];
  if (part === undefined) throw new Error("docs/README.md has no part for integrators.");
  const named = [...part.matchAll(LINK)].map(([, path = ""]) => join("docs", path));
  const connectors = readdirSync(projectPath("docs/connectors")).map((name) =>
    join("docs/connectors", name),
  );
  const all = ["README.md", "connectors/README.md", ...named, ...connectors, ...NEXT];
  return [...new Set(all)].sort();
}

/** All examples: those that a stranger compiles and runs with the package of connectors, and the others. */
export async function allExamples() {
  const ofPackage = await listExamples();
  const codes = new Set(ofPackage.map(({ document, code }) => `${document} ${code}`));
  const all = integratorsDocuments().flatMap((document) =>
    readExamples(document, readFileSync(projectPath(document), "utf8"), "\\w*"),
  );
  const others = all.filter(({ document, code }) => !codes.has(`${document} ${code}`));
  return { all, ofPackage: all.length - others.length, others };
}
