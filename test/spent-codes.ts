type Use = { readonly atMs: number; via: number | null };

/** Single-use access codes as somebody outside sees them. Times are line time in milliseconds. */
export class SpentCodes {
  readonly ids: readonly string[];
  private readonly uses = new Map<string, Use>();

  constructor(count: number) {
    this.ids = Array.from({ length: count }, (_, index) => `code-${index}`);
  }

  /** A code has led to a new place. Throws where it was spent and somebody knows of it. */
  note(codeId: string, use: { readonly atMs: number; readonly via: number }): void {
    if (this.uses.has(codeId)) throw new Error(`${codeId} was used twice.`);
    this.uses.set(codeId, use);
  }

  /** Whatever was used since a moment is undone, and the processes named are gone: what neither knows is good again. */
  noteLoss(undoneSinceMs: number, dying: readonly number[]): void {
    for (const [codeId, use] of this.uses) {
      if (use.via !== null && dying.includes(use.via)) use.via = null;
      if (use.via === null && use.atMs >= undoneSinceMs) this.uses.delete(codeId);
    }
  }
}
