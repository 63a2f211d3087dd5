import cluster, { type Worker } from "node:cluster";
import type { ListenAt } from "@/lib/platform/env";
import { listenForScrapes } from "@/lib/platform/observability/metrics/listen-for-scrapes";
import type { Told } from "@/lib/platform/observability/metrics/render";
import { type Samples, Scrape } from "@/lib/platform/observability/metrics/scrape";
import { type Answer, isAnswer } from "./messages";

/** A process that hangs is left out, and so is missed. */
const ANSWER_MS = 5_000;

/**
 * Answers scrapes for all processes of this waiting room, from the one that keeps them; call it before it starts them.
 * Each has an index of its own for as long as it lives, which the one that replaces it takes over.
 */
export async function gatherMetrics(at: ListenAt): Promise<void> {
  const indexes = new Map<Worker, number>();
  const serving = new Set<Worker>();
  cluster.on("listening", (worker) => serving.add(worker));
  cluster.on("fork", (worker) => {
    const taken = new Set(indexes.values());
    let index = 0;
    while (taken.has(index)) index += 1;
    indexes.set(worker, index);
  });
  cluster.on("exit", (worker) => {
    indexes.delete(worker);
    serving.delete(worker);
  });

  let asked = 0;
  await listenForScrapes("waiting-room", at, async () => {
    asked += 1;
    const question = asked;
    const answers = [...serving].map(async (worker) => {
      const samples = await ask(worker, question);
      return samples === null ? [] : [{ process: indexes.get(worker) ?? 0, samples }];
    });
    return withCount((await Promise.all(answers)).flat());
  });
}

/** Null where the process does not answer in time. */
function ask(worker: Worker, question: number): Promise<Samples | null> {
  return new Promise((resolve) => {
    const settle = (samples: Samples | null) => {
      clearTimeout(timer);
      worker.off("message", take);
      resolve(samples);
    };
    const take = (message: Answer | unknown) => {
      if (isAnswer(message) && message.metricsAnswer === question) settle(message.samples);
    };
    const timer = setTimeout(() => settle(null), ANSWER_MS);
    worker.on("message", take);
    if (worker.isConnected()) worker.send({ metricsQuestion: question });
    else settle(null);
  });
}

function withCount(told: readonly Told[]): readonly Told[] {
  const scrape = new Scrape();
  scrape.put("stanchion_waiting_room_processes", {}, told.length);
  return [...told, { process: 0, samples: scrape.samples }];
}
