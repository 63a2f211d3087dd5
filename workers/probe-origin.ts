import { askOutside, TooManyOutgoing } from "@/lib/platform/outgoing/ask-outside";

/** How long a probe waits for its turn before it is left out. */
const PATIENCE_MS = 10_000;

/** Whose site is asked at which address, and how long an answer may take. */
export type Probe = {
  readonly customerId: string;
  readonly url: string;
  readonly timeoutMs: number;
};

/**
 * Probes a site: milliseconds until its answer began, null when it failed, undefined when it could not be
 * asked because too many others were. Nothing of the answer but its status is read.
 */
export async function probeOrigin({
  customerId,
  url,
  timeoutMs,
}: Probe): Promise<number | null | undefined> {
  try {
    const { status, headersMs } = await askOutside({
      customerId,
      url,
      method: "GET",
      headers: { "user-agent": "Stanchion-Governor", "cache-control": "no-cache" },
      timeoutMs,
      patienceMs: PATIENCE_MS,
      answerBytesMax: 0,
    });
    return status < 400 ? headersMs : null;
  } catch (error) {
    return error instanceof TooManyOutgoing ? undefined : null;
  }
}
