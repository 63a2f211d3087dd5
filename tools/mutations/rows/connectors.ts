import type { Guarantee } from "../mutation";

const PACKAGE = "tools/connector-package/connector-package.test.ts";
const INSTALLED = "the packed file, installed in an empty project";

export const CONNECTORS: Guarantee = {
  document: "docs/connectors/README.md",
  title: "What holds",
  rows: [
    {
      id: "sources-can-be-packed",
      file: "connectors/package.json",
      holds: "nothing but `npm run pack:connectors` makes a package",
      broken: "the sources have a version, so that npm packs them without their code",
      edits: [
        { find: '  "type": "module",', replace: '  "version": "0.1.0",\n  "type": "module",' },
      ],
      tests: [
        { file: PACKAGE, name: "the folder of the sources › cannot be packed without its code: …" },
      ],
    },
    {
      id: "promised-file-missing",
      file: "tools/connector-package/stage-package.ts",
      holds: "a package has every file that its manifest promises",
      broken: "an empty file counts as there",
      edits: [
        {
          find: "if (size === 0) missing.push(file);",
          replace: "if (size < 0) missing.push(file);",
        },
      ],
      tests: [
        {
          file: PACKAGE,
          name: "a file that the manifest promises and the folder lacks, or has empty, is named",
        },
      ],
    },
    {
      id: "package-without-readme",
      file: "tools/connector-package/stage-package.ts",
      holds: "… README and licence among them",
      broken: "the README is left out",
      edits: [
        {
          find: '  await copyFile(projectPath("connectors/README.md"), join(directory, "README.md"));\n',
          replace: '  await writeFile(join(directory, "README.md"), "");\n',
        },
      ],
      tests: [{ file: PACKAGE, name: `${INSTALLED} › has README, licence and the command` }],
    },
    {
      id: "types-need-next",
      file: "connectors/src/adapters/next/proxy.ts",
      holds: "the types of `/next` do without Next.js",
      broken: "they import its types",
      edits: [
        {
          find: "export interface NextRequestLike extends Request {",
          replace:
            'export interface NextRequestLike extends Omit<import("next/server.js").NextRequest, "nextUrl"> {',
        },
      ],
      tests: [
        {
          file: PACKAGE,
          name: `${INSTALLED} › has types that need neither Next.js nor leniency towards libraries`,
        },
      ],
    },
    {
      id: "first-request-not-waited",
      file: "connectors/src/host/standard-fetch.ts",
      holds: "the first request after a start waits for the first rules instead of getting a 503",
      broken: "it does not wait",
      edits: [{ find: "FIRST_CONFIG_WAIT_MS = 2000", replace: "FIRST_CONFIG_WAIT_MS = 0" }],
      tests: [
        {
          file: "connectors/test/next.test.ts",
          name: "the example of the documentation protects an app",
        },
      ],
    },
  ],
};
