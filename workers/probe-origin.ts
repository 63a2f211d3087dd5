/** Probes a site: milliseconds until the whole answer was there, null when it failed. */
export async function probeOrigin(url: string, timeoutMs: number): Promise<number | null> {
  const startedAtMs = performance.now();
  try {
    const response = await fetch(url, {
      redirect: "manual",
      cache: "no-store",
      headers: { "user-agent": "Stanchion-Governor" },
      signal: AbortSignal.timeout(timeoutMs),
    });
    await response.arrayBuffer();
    return response.status < 400 ? performance.now() - startedAtMs : null;
  } catch {
    return null;
  }
}
