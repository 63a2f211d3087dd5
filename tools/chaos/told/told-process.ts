import { type ChildProcessByStdio, spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import type { Readable } from "node:stream";
import { sleep, until } from "../../shared/time";
import { STANCHION_PROGRAM } from "../../stack/build";

type Line = { readonly atMs: number; readonly text: string };
type Ready = { readonly status: number; readonly codes: readonly string[] };

/** A program of an installation, as a service runs it: what it writes, what it answers, and how it ends. */
export class ToldProcess {
  readonly #child: ChildProcessByStdio<null, Readable, Readable>;
  readonly #lines: Line[] = [];
  readonly #port: number;
  readonly ended: Promise<number | null>;
  isRunning = true;

  constructor(args: readonly string[], settings: Readonly<Record<string, string>>, port = 0) {
    this.#port = port;
    const env: Record<string, string | undefined> = { PATH: process.env["PATH"], ...settings };
    this.#child = spawn(process.execPath, [STANCHION_PROGRAM, ...args], {
      env: env as NodeJS.ProcessEnv,
      stdio: ["ignore", "pipe", "pipe"],
    });
    for (const input of [this.#child.stdout, this.#child.stderr])
      createInterface({ input }).on("line", (text) => {
        this.#lines.push({ atMs: Date.now(), text });
      });
    this.ended = once(this.#child, "close").then(() => {
      this.isRunning = false;
      return this.#child.exitCode;
    });
  }

  /** What it wrote from a moment on, or since it runs. */
  lines(sinceMs = 0): readonly string[] {
    return this.#lines.filter(({ atMs }) => atMs >= sinceMs).map(({ text }) => text);
  }

  mostLinesPerSecond(sinceMs: number): number {
    const seconds = new Map<number, number>();
    for (const { atMs } of this.#lines.filter((line) => line.atMs >= sinceMs)) {
      const second = Math.floor(atMs / 1_000);
      seconds.set(second, (seconds.get(second) ?? 0) + 1);
    }
    return Math.max(0, ...seconds.values());
  }

  /** What `/health/ready` answers; 0 for nothing. */
  async ready(): Promise<Ready> {
    try {
      const signal = AbortSignal.timeout(3_000);
      const answer = await fetch(`http://127.0.0.1:${this.#port}/health/ready`, { signal });
      const { findings }: { findings: { code: string }[] } = JSON.parse(await answer.text());
      return { status: answer.status, codes: findings.map(({ code }) => code) };
    } catch {
      return { status: 0, codes: [] };
    }
  }

  async becomes(isIt: (ready: Ready) => boolean, withinMs: number): Promise<boolean> {
    let isSo = false;
    const look = async () => {
      isSo = isIt(await this.ready());
      return isSo || !this.isRunning;
    };
    await until("it is so", look, withinMs).catch(() => undefined);
    return isSo;
  }

  says(wanted: readonly string[], withinMs: number): Promise<boolean> {
    const isIt = ({ status, codes }: Ready) =>
      status !== 0 && codes.length === wanted.length && wanted.every((one) => codes.includes(one));
    return this.becomes(isIt, withinMs);
  }

  isReady(withinMs: number): Promise<boolean> {
    return this.becomes(({ status }) => status === 200, withinMs);
  }

  /** Its exit code; "running" where it has none by then, and is killed. */
  async endsWithin(ms: number): Promise<number | null | "running"> {
    const late = sleep(ms).then(() => "running" as const);
    const ending = await Promise.race([this.ended, late]);
    if (ending === "running") this.#child.kill("SIGKILL");
    return ending;
  }

  terminate(): Promise<number | null> {
    this.#child.kill("SIGTERM");
    return this.ended;
  }
}
