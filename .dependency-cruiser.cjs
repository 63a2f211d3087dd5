const TEST =
  "\\.(test|spec)\\.tsx?$|^(test|e2e|connectors/test)/|^(vitest|playwright)\\.config\\.ts$";
const PRODUCTION =
  "^(app|cli|client/src|components|connectors/src|lib|rehearsal|simulation|waiting-room|workers)/";
const modules = (...names) => `(^|/)node_modules/(${names.join("|")})/`;

/** The top folders from the lowest to the highest; those of one line do not know each other. */
const FLOORS = [
  ["client/src", "connectors/src"],
  ["lib"],
  ["components", "waiting-room"],
  ["simulation"],
  ["rehearsal"],
  ["workers"],
  ["app"],
  ["cli"],
  ["tools"],
  ["scripts"],
  ["e2e", "test"],
];

/** The districts of `lib/services`, the same way. Only the highest two know all others. */
const DISTRICTS = ["ground", "people", "event", "sites", "operation", "relay", "installation"];

/** A folder imports only from lower floors. Tests may import what they like. */
const noArrowUpwards = (floors) =>
  floors.flatMap((floor, height) =>
    floor.map((folder) => {
      const others = floors
        .slice(height)
        .flat()
        .filter((other) => other !== folder);
      return {
        name: "no-arrow-upwards",
        severity: "error",
        from: { path: `^${folder}/`, pathNot: TEST },
        to: { path: `^(${others.join("|")})/` },
      };
    }),
  );

/** @type {import('dependency-cruiser').IConfiguration} */
module.exports = {
  forbidden: [
    ...noArrowUpwards(FLOORS),
    ...noArrowUpwards(DISTRICTS.map((district) => [`lib/services/${district}`])),
    {
      name: "services-stand-in-districts",
      comment: "A folder that is no district has no floor, and so no rule for what it imports.",
      severity: "error",
      from: {},
      to: { path: "^lib/services/", pathNot: `^lib/services/(${DISTRICTS.join("|")})/` },
    },
    {
      name: "no-import-past-a-face",
      comment:
        'The face of an entity is the files of its folder: what lies in "inner" is for itself alone.',
      severity: "error",
      from: { path: "^lib/services/([^/]+/[^/]+)/", pathNot: TEST },
      to: { path: "^lib/services/.+/inner/", pathNot: "^lib/services/$1/" },
    },
    {
      name: "no-import-past-a-face",
      severity: "error",
      from: { pathNot: `^lib/services/|${TEST}` },
      to: { path: "^lib/services/.+/inner/" },
    },
    {
      name: "no-circular",
      severity: "error",
      from: { pathNot: "^lib/db/generated/" },
      to: { circular: true, viaOnly: { dependencyTypesNot: ["type-only"] } },
    },
    {
      name: "everything-resolves",
      comment: "An import that cannot be resolved is an import that no other rule sees.",
      severity: "error",
      from: { path: PRODUCTION },
      to: { couldNotResolve: true, pathNot: "\\.css$" },
    },
    {
      name: "domain-is-pure",
      comment:
        "lib/domain has no I/O: it imports itself, the connector core, zod, and what reads templates.",
      severity: "error",
      from: { path: "^lib/domain/", pathNot: TEST },
      to: {
        pathNot: `^lib/domain/|^connectors/src/core/|${modules("zod", "mustache", "parse5", "entities")}`,
      },
    },
    {
      name: "fairness-shares-nothing",
      comment: "What checks the line must not be what lets people in.",
      severity: "error",
      from: { path: "^lib/domain/fairness/", pathNot: TEST },
      to: { pathNot: `^lib/domain/fairness/|${modules("zod")}` },
    },
    {
      name: "connector-core-has-no-dependencies",
      severity: "error",
      from: { path: "^connectors/src/core/", pathNot: TEST },
      to: { pathNot: "^connectors/src/core/" },
    },
    {
      name: "client-has-no-dependencies",
      comment: "It runs wherever fetch does, and knows the API by its document alone.",
      severity: "error",
      from: { path: "^client/src/", pathNot: TEST },
      to: { pathNot: "^client/src/" },
    },
    {
      name: "operators-use-the-api",
      comment: "Their commands are installed alone: no Prisma, Next.js or Redis, and no service.",
      severity: "error",
      from: { path: "^cli/operators/", pathNot: TEST },
      to: {
        path: `${modules("@prisma", "prisma", "pg", "next", "ioredis", "bullmq", "react")}|^lib/(?!domain/|platform/)`,
        reachable: true,
      },
    },
    {
      name: "connector-host-knows-no-runtime",
      comment: "What adapters share runs everywhere: it imports itself and the core.",
      severity: "error",
      from: { path: "^connectors/src/host/", pathNot: TEST },
      to: { pathNot: "^connectors/src/(core|host)/" },
    },
    {
      name: "adapters-only-use-core",
      comment: "An adapter translates: it knows core, host and its own runtime, no other adapter.",
      severity: "error",
      from: {
        path: "^connectors/src/adapters/([^/]+)/",
        pathNot: `^connectors/src/adapters/proxy/|${TEST}`,
      },
      to: {
        pathNot: "^connectors/src/(core|host)/|^connectors/src/adapters/$1/|(^|/)node_modules/$1/",
        dependencyTypesNot: ["core", "type-only"],
      },
    },
    {
      name: "proxy-is-made-of-node",
      comment: "The proxy is a server for Node around the connector for Node.",
      severity: "error",
      from: { path: "^connectors/src/adapters/proxy/", pathNot: TEST },
      to: {
        pathNot: "^connectors/src/(core|host|adapters/(node|proxy))/",
        dependencyTypesNot: ["core", "type-only"],
      },
    },
    {
      name: "visitor-path-stays-light",
      comment: "What visitors talk to starts without Prisma, Next.js, BullMQ or React.",
      severity: "error",
      from: { path: "^(waiting-room|lib/line)/", pathNot: TEST },
      to: {
        path: `${modules("@prisma", "prisma", "pg", "next", "next-auth", "bullmq", "react", "react-dom")}|^lib/(services|db|auth)/`,
        reachable: true,
      },
    },
    {
      name: "visitor-path-reads-without-zod",
      comment: "Zod costs each process 9 MB and a third of its start; its types cost nothing.",
      severity: "error",
      from: { path: "^(waiting-room|lib/line)/", pathNot: TEST },
      to: { path: modules("zod"), dependencyTypesNot: ["type-only"] },
    },
    {
      name: "browser-script-has-no-dependencies",
      comment: "Each byte of the waiting page's script is paid for by every visitor.",
      severity: "error",
      from: { path: "^waiting-room/client/", pathNot: TEST },
      to: {
        path: "(^|/)node_modules/|^lib/(?!domain/)|^waiting-room/(?!client/)",
        reachable: true,
      },
    },
    {
      name: "lib-does-not-know-its-callers",
      severity: "error",
      from: { path: "^lib/" },
      to: { path: "^(app|components|console|workers|waiting-room|e2e)/" },
    },
    {
      name: "lib-does-not-render",
      comment: "Only lib/auth and lib/http know Next.js and React.",
      severity: "error",
      from: { path: "^lib/", pathNot: `^lib/(auth|http)/|${TEST}` },
      to: { path: modules("next", "next-auth", "react", "react-dom") },
    },
    {
      name: "components-do-no-io",
      comment: "Components may import service types, never service values.",
      severity: "error",
      from: { path: "^components/" },
      to: {
        path: "^lib/(services|db|redis|line|auth|env|secrets)(/|\\.ts$)|^(app|workers|waiting-room)/",
        dependencyTypesNot: ["type-only"],
      },
    },
    {
      name: "only-a-thread-plays",
      comment:
        "A rehearsal takes a processor for itself: the worker starts it as a thread, and no other program knows it.",
      severity: "error",
      from: { path: "^(app|cli|components|lib|waiting-room|workers)/", pathNot: TEST },
      to: { path: "^(simulation|rehearsal/(?!(start-thread|messages)\\.ts))" },
    },
    {
      name: "workers-serve-no-visitors",
      severity: "error",
      from: { path: "^workers/", pathNot: TEST },
      to: { path: "^waiting-room/" },
    },
    {
      name: "workers-do-not-render",
      severity: "error",
      from: { path: "^workers/" },
      to: { path: modules("next", "next-auth", "react", "react-dom") },
    },
    {
      name: "no-test-code-in-production",
      severity: "error",
      from: { pathNot: TEST },
      to: { path: TEST },
    },
    {
      name: "verifier-stands-alone",
      comment: "A second program judges the draw: it shares no code with the one that draws.",
      severity: "error",
      from: { path: "^lib/domain/draw/verifier/", pathNot: TEST },
      to: { pathNot: "^lib/domain/draw/verifier/" },
    },
    {
      name: "verifier-stands-alone",
      severity: "error",
      from: { path: "^lib/domain/draw/(?!verifier/)", pathNot: TEST },
      to: { path: "^lib/domain/draw/verifier/" },
    },
  ],
  options: {
    doNotFollow: { path: "node_modules" },
    exclude: { path: "(^|/)\\.(next|build|data)/|^connectors/dist/" },
    tsConfig: { fileName: "tsconfig.json" },
    tsPreCompilationDeps: true,
    enhancedResolveOptions: {
      exportsFields: ["exports"],
      conditionNames: ["import", "types", "node", "default"],
    },
  },
};
