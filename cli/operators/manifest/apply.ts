import { z } from "zod";
import { sameValue } from "@/lib/domain/same-value";
import type { Api, Outcome, Request } from "./api";
import { orderedRules } from "./order-rules";
import type { Plan, Step } from "./plan";
import type { Manifest } from "./schema";
import { readEvent, readRule } from "./state";

/** What became of a step. */
export type Applied = { readonly step: Step } & (
  | { readonly status: "done" }
  | { readonly status: "asked"; readonly approvalId: string; readonly expiresAt: string }
  | { readonly status: "failed"; readonly error: unknown }
  /** It deletes something, and something before it failed. */
  | { readonly status: "skipped" }
);

/**
 * Carries out a plan, each step whole or not at all, and tells of each as it is done. A step that fails keeps no other
 * from being done, except what deletes. Stopped half-way it is repeated by planning anew: what is done is no longer planned.
 */
export async function applyPlan(
  api: Api,
  { manifest, plan }: { readonly manifest: Manifest; readonly plan: Plan },
  onStep: (applied: Applied) => void,
): Promise<readonly Applied[]> {
  const all: Applied[] = [];
  for (const step of plan.steps) {
    const isHeld = step.act === "delete" && all.some(({ status }) => status === "failed");
    const applied: Applied = isHeld
      ? { step, status: "skipped" }
      : await applyStep(api, manifest, step);
    all.push(applied);
    onStep(applied);
  }
  return all;
}

async function applyStep(api: Api, manifest: Manifest, step: Step): Promise<Applied> {
  try {
    const request = step.request ?? (await requestOf(api, manifest, step));
    const outcome: Outcome | null = request === null ? null : await api.send(request);
    if (outcome?.status !== "asked") return { step, status: "done" };
    return { step, ...outcome };
  } catch (error) {
    return { step, status: "failed", error };
  }
}

const changes = z.object({ hasChanges: z.boolean(), seen: z.string() });

/** What depends on the steps before: rules have ids once they are there. Null where nothing is left to be done. */
async function requestOf(api: Api, manifest: Manifest, step: Step): Promise<Request | null> {
  if (step.act === "publish") {
    const { hasChanges, seen } = changes.parse((await api.get("/unpublished-changes")).value);
    return hasChanges ? { method: "POST", path: "/publications", body: { seen } } : null;
  }
  const rules = (await api.list("/rules")).map((value) => readRule(value, null));
  const names = rules.map(({ rule }) => rule.name);
  const wanted = (manifest.rules ?? []).map(({ name }) => name);
  const order = orderedRules(
    names,
    wanted.filter((name) => names.includes(name)),
  );
  if (sameValue(names, order)) return null;
  const ids = new Map(rules.map(({ id, rule }) => [rule.name, id]));
  const ruleIds = order.map((name) => ids.get(name));
  return { method: "POST", path: "/rules/reorder", body: { ruleIds } };
}

/**
 * Marks events and rules of the file as managed by it, and takes the mark from those that are no longer in it: the console
 * asks before somebody edits one by hand.
 */
export async function markManaged(api: Api, manifest: Manifest, source: string): Promise<void> {
  const mark = async (path: string, isWanted: boolean, managedBy: string | null) => {
    const isMarked = managedBy === source;
    if (isWanted === isMarked) return;
    const body = { managedBy: isWanted ? source : null };
    await api.send({ method: "PUT", path: `${path}/managed-by`, body });
  };
  if (manifest.events !== undefined) {
    for (const value of await api.list("/events")) {
      const { eventId, managedBy } = readEvent(value, null);
      await mark(`/events/${eventId}`, Object.hasOwn(manifest.events, eventId), managedBy);
    }
  }
  if (manifest.rules === undefined) return;
  const names = new Set(manifest.rules.map(({ name }) => name));
  for (const value of await api.list("/rules")) {
    const { id, rule, managedBy } = readRule(value, null);
    await mark(`/rules/${id}`, names.has(rule.name), managedBy);
  }
}
