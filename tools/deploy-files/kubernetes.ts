import { createRequire } from "node:module";
import { listAt, partOf, type Yaml, type YamlObject } from "./deploy-files";

const require = createRequire(import.meta.url);

type Model = { validate(): void };

/** Keeps which fields of an object, and of those inside it, somebody has looked at. */
function watched(object: object, path: string, unseen: Set<string>): object {
  const isList = Array.isArray(object);
  for (const key of Object.keys(object)) if (!isList) unseen.add(`${path}.${key}`);
  return new Proxy(object, {
    get(target, key, receiver) {
      const value: unknown = Reflect.get(target, key, receiver);
      const inside = `${path}.${String(key)}`;
      unseen.delete(inside);
      return value !== null && typeof value === "object" ? watched(value, inside, unseen) : value;
    },
  });
}

/**
 * What the schema of Kubernetes says against an object; null when it fits. The schemas let unknown fields pass, and the
 * server drops them: what the schema never looks at is a mistake.
 */
export function schemaProblem(object: YamlObject): string | null {
  const kind = String(partOf(object, "kind"));
  const models: Record<string, new (data: YamlObject) => Model> = require(
    `kubernetes-models/${String(partOf(object, "apiVersion"))}/${kind}`,
  );
  const Kind = models[kind];
  if (Kind === undefined) return `There is no kind ${kind}.`;
  const unseen = new Set<string>();
  const model = new Kind(object);
  try {
    model.validate.call(watched(model, kind, unseen));
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
  return unseen.size === 0 ? null : `Unknown: ${[...unseen].join(", ")}`;
}

/** The template of an object's pods, where it makes any. */
export function podOf(object: YamlObject): Yaml | undefined {
  return partOf(object, "spec.template.spec");
}

/** What keeps a pod from a "restricted" namespace (Pod Security Standard), and from a node where images cannot be written. */
export function securityProblems(pod: Yaml | undefined): string[] {
  const problems: string[] = [];
  const want = (part: Yaml | undefined, path: string, value: Yaml): void => {
    if (JSON.stringify(partOf(part, path)) !== JSON.stringify(value))
      problems.push(`${path} is not ${JSON.stringify(value)}`);
  };
  want(pod, "securityContext.runAsNonRoot", true);
  want(pod, "securityContext.seccompProfile.type", "RuntimeDefault");
  want(pod, "automountServiceAccountToken", false);
  for (const container of listAt(pod, "containers")) {
    want(container, "securityContext.allowPrivilegeEscalation", false);
    want(container, "securityContext.readOnlyRootFilesystem", true);
    want(container, "securityContext.capabilities.drop", ["ALL"]);
  }
  return problems;
}
