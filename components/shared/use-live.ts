import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { AGE_HEADER } from "@/lib/http/age-header";
import { useNow } from "./use-now";

const ANSWER_WITHIN_MS = 5_000;
const STALE_AFTER_MISSED_POLLS = 3;

type Options = {
  /** The route of this console that answers it, as JSON of the type that is asked for. */
  readonly url: string;
  readonly pollMs: number;
  readonly isPolled?: boolean;
  /** Also in a hidden tab. */
  readonly isPolledUnseen?: boolean;
  /** When `url` changes, what the former one answered stays until the new one has answered. */
  readonly keepsFormer?: boolean;
};

type Answer<Data> = { readonly data: Data; readonly readAtMs: number };

/**
 * Live figures, polled while somebody looks at the page. The last ones stay until newer ones
 * arrive. `ageSeconds` is how old they are, where they were read, and null before the first; `isStale` is true after three polls that failed.
 * `isAnswered` is false until there are some of this very `url`.
 */
export function useLive<Data>(options: Options) {
  const { url, pollMs, isPolled = true, isPolledUnseen = false, keepsFormer = false } = options;
  const [former, setFormer] = useState<Answer<Data> | null>(null);
  const now = useNow();
  const query = useQuery({
    queryKey: ["live", url],
    queryFn: ({ signal }) => fetchLive<Data>(url, signal),
    enabled: isPolled,
    refetchInterval: pollMs,
    refetchIntervalInBackground: isPolledUnseen,
    refetchOnWindowFocus: true,
    retry: false,
    // An answer that is the same keeps its objects, so that what shows them is not drawn again.
    structuralSharing: true,
    // Coming back to an address, one would see what it answered long ago before what it answers now.
    ...(keepsFormer ? { gcTime: 0 } : {}),
  });
  if (query.data !== undefined && query.data !== former) setFormer(query.data);
  const answer = query.data ?? (keepsFormer ? former : null);
  const readAtMs = answer?.readAtMs ?? null;
  const ageMs = now === null || readAtMs === null ? 0 : Math.max(0, now - readAtMs);
  return {
    data: answer?.data ?? null,
    isAnswered: query.data !== undefined,
    ageSeconds: readAtMs === null ? null : Math.floor(ageMs / 1_000),
    hasFailed: answer === null && query.isError,
    isStale: (query.isError || query.isPaused) && ageMs > pollMs * STALE_AFTER_MISSED_POLLS,
    refetch: () => void query.refetch(),
  };
}

async function fetchLive<Data>(url: string, signal: AbortSignal): Promise<Answer<Data>> {
  const response = await fetch(url, {
    signal: AbortSignal.any([signal, AbortSignal.timeout(ANSWER_WITHIN_MS)]),
    cache: "no-store",
  });
  if (!response.ok) throw new Error(`${url} returned ${response.status}.`);
  const ageMs = Number(response.headers.get(AGE_HEADER) ?? 0);
  // Written by this console's own route from the same type.
  return { data: (await response.json()) as Data, readAtMs: Date.now() - ageMs };
}
