/** After so many unusable answers in a row nobody waits for the vendor any more. */
const FAILURES = 3;
/** Meanwhile it is asked this often whether it is back. */
const PROBE_EVERY_MS = 5_000;

/**
 * Remembers that a vendor does not answer, so that it does not cost each visitor the time-out. While it is open, a probe
 * in the background asks the vendor, and only its answer closes it: no visitor has to try.
 */
export class VendorCircuit {
  private readonly now: () => number;
  private failures = 0;
  private probedAtMs = 0;
  private isProbing = false;

  constructor(now: () => number = () => performance.now()) {
    this.now = now;
  }

  /** True while the vendor counts as down. */
  get isOpen(): boolean {
    return this.failures >= FAILURES;
  }

  noteAnswer(isUsable: boolean): void {
    if (isUsable) this.failures = 0;
    else this.failures += 1;
    if (this.failures === FAILURES) this.probedAtMs = this.now();
  }

  /** While it is open, asks now and then whether the vendor answers again. Never rejects. */
  async probe(isBack: () => Promise<boolean>): Promise<void> {
    if (!this.isOpen || this.isProbing || this.now() - this.probedAtMs < PROBE_EVERY_MS) return;
    this.isProbing = true;
    this.probedAtMs = this.now();
    try {
      if (await isBack()) this.failures = 0;
    } catch {
      // Not back.
    } finally {
      this.isProbing = false;
    }
  }
}
