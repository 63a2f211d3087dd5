import { describe, expect, test, vi } from "vitest";
import type { WorkerDependencies } from "./dependencies";
import { createJobProcessor } from "./process-job";

type Message = { readonly level: string; readonly fields: unknown; readonly text: unknown };

function setUp(openEvents: WorkerDependencies["openEvents"]["get"] = async () => []) {
  const messages: Message[] = [];
  const write = (level: string) => (fields: unknown, text?: unknown) =>
    void messages.push({ level, fields, text });
  const deps = {
    log: { info: write("info"), warn: write("warn"), error: write("error") },
    openEvents: { get: openEvents, inUse: openEvents, due: openEvents },
    requestReconcile: async () => undefined,
    // A tick of no events asks Redis for nothing.
    redis: undefined as unknown as WorkerDependencies["redis"],
    // Nobody rehearses here.
    rehearsals: undefined as unknown as WorkerDependencies["rehearsals"],
    webhooks: undefined as unknown as WorkerDependencies["webhooks"],
    alerts: undefined as unknown as WorkerDependencies["alerts"],
  } satisfies WorkerDependencies;
  return { run: createJobProcessor(deps), messages, deps };
}

describe("jobs", () => {
  test("a job whose name is not known is dropped with a warning", async () => {
    const { run, messages } = setUp();
    await expect(run({ name: "report.send", data: {} })).resolves.toBe("unknown");
    expect(messages).toMatchObject([{ level: "warn", fields: { job: "report.send" } }]);
  });

  test("a job whose data are not its own fails", async () => {
    const { run } = setUp();
    await expect(run({ name: "line.tick", data: { shard: -1 } })).rejects.toThrow();
    await expect(run({ name: "line.tick", data: { shard: 0, more: 1 } })).rejects.toThrow();
  });

  test("a job is not joined by a second of the same task, and can run again afterwards", async () => {
    let proceed: () => void = () => undefined;
    const gate = new Promise<void>((resolve) => {
      proceed = resolve;
    });
    const { run } = setUp(async () => {
      await gate;
      return [];
    });
    const first = run({ name: "line.tick", data: { shard: 0 } });
    await expect(run({ name: "line.tick", data: { shard: 0 } })).resolves.toBe("busy");
    const other = run({ name: "line.tick", data: { shard: 1 } });
    proceed();
    await expect(Promise.all([first, other])).resolves.toEqual(["done", "done"]);
    await expect(run({ name: "line.tick", data: { shard: 0 } })).resolves.toBe("done");
  });

  test("a job that failed can run again", async () => {
    let fails = true;
    const { run } = setUp(async () => {
      if (fails) throw new Error("Redis is away.");
      return [];
    });
    await expect(run({ name: "line.tick", data: { shard: 0 } })).rejects.toThrow("Redis is away.");
    fails = false;
    await expect(run({ name: "line.tick", data: { shard: 0 } })).resolves.toBe("done");
  });

  test("alerts that are stored are sent, also where no new ones can be read", async () => {
    vi.stubEnv("DATABASE_URL", "postgresql://nobody@127.0.0.1:9/none");
    const { run, deps } = setUp();
    const begin = vi.fn(async () => undefined);
    // The worker asks nothing else of it.
    deps.alerts = { begin } as unknown as WorkerDependencies["alerts"];
    await expect(run({ name: "alerts.send", data: {} })).rejects.toThrow();
    expect(begin).toHaveBeenCalledOnce();
    vi.unstubAllEnvs();
  });
});
