import type { Guarantee } from "../mutation";
import { BY_RULE_AND_RESPONSE } from "./connectors-and-line";
import { ANSWERS_AND_DOORS } from "./connectors-doors";

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
          replace: '  await writeFile(join(directory, "README.md"), "-");\n',
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
      id: "hosts-as-written",
      file: "lib/domain/integration-config/as-sent.ts",
      holds: "a rule compares with the name of a host that browsers send",
      broken: "with what was written",
      edits: [
        { find: "const isName = isBeyondAscii(name)", replace: "const isName = name === null" },
      ],
      tests: [
        {
          file: "lib/domain/integration-config/as-sent.test.ts",
          name: "a host name is published as browsers send it › so that it matches whoever visits the site by that name",
        },
      ],
    },
    {
      id: "paths-as-written",
      file: "lib/domain/integration-config/as-sent.ts",
      holds: "… and with a path that public connectors see in addresses",
      broken: "letters beyond ASCII stand in it as they are",
      edits: [
        {
          find: 'if (UrlPart === "PagePath") return escaped(text);',
          replace: 'if (UrlPart === "PagePath") return text;',
        },
      ],
      tests: [
        {
          file: "lib/domain/integration-config/as-sent.test.ts",
          name: "an address beyond plain English › … is published with escapes",
        },
      ],
    },
    {
      id: "names-as-written",
      file: "lib/domain/integration-config/build.ts",
      holds: "a rule's name is one that every public connector can put into an address",
      broken: "it is sent as it was written",
      edits: [{ find: "/[^\\w .,:/-]/gu", replace: "/(?!)/gu" }],
      tests: [
        {
          file: "lib/domain/integration-config/build.test.ts",
          name: "names and values beyond plain English › a rule's name is one that every connector can put into an address",
        },
      ],
    },
    {
      id: "config-beyond-ascii",
      file: "lib/domain/integration-config/config-text.ts",
      holds: "what connectors pull is the same text in every way to read its bytes",
      broken: "letters beyond ASCII stand in it as they are",
      edits: [{ find: "/[^ -~]/g", replace: "/(?!)/g" }],
      tests: [
        {
          file: "lib/domain/integration-config/build.test.ts",
          name: "names and values beyond plain English › the text is the same to whoever reads its bytes in another way",
        },
      ],
    },
    {
      id: "unknown-rule-goes-in",
      file: "waiting-room/visit/always-wait.ts",
      holds: "where a rule always waits, a visitor of a rule that is not known waits as well",
      broken: "they go straight in",
      edits: [
        { find: "return !publishedNames(customer).has(ruleName);", replace: "return false;" },
      ],
      tests: [
        {
          file: "test/waiting-room/always-wait.redis.test.ts",
          name: "where a rule has the option, a visitor of no published rule sees the page: …",
        },
      ],
    },
    {
      id: "no-rule-goes-in",
      file: "waiting-room/visit/always-wait.ts",
      holds: "… and so does one whom no rule is said to have sent",
      broken: "they go straight in",
      edits: [
        {
          find: "if (ruleName === null || alwaysWaitRules",
          replace: "if (ruleName === null) return false;\n  if (alwaysWaitRules",
        },
      ],
      tests: [
        {
          file: "test/waiting-room/always-wait.redis.test.ts",
          name: "where a rule has the option, a visitor of no published rule sees the page: …",
        },
      ],
    },
    ...BY_RULE_AND_RESPONSE,
    ...ANSWERS_AND_DOORS,
    {
      id: "host-refused-in-silence",
      file: "waiting-room/routes/queue-page.ts",
      holds: "whoever sets up a site is told which host its visitors are not sent back to",
      broken: "they land at the target in silence",
      edits: [
        {
          find: "if (host !== null) response.setHeader",
          replace: 'if (host === "") response.setHeader',
        },
      ],
      tests: [
        {
          file: "test/waiting-room/server.redis.test.ts",
          name: "a host that visitors are not sent back to is named to whoever sets up the site",
        },
      ],
    },
    {
      id: "capitals-without-a-cause",
      file: "waiting-room/visit/visit.ts",
      holds: "ids in capitals get an error that names the cause",
      broken: "they get that of any broken address",
      edits: [
        {
          find: 'isInCapitals ? "id-in-capitals" : "bad-request"',
          replace: 'isInCapitals ? "bad-request" : "bad-request"',
        },
      ],
      tests: [
        {
          file: "test/waiting-room/server.redis.test.ts",
          name: "… answers … with a stable code",
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
