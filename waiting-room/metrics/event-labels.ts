import { OTHER } from "@/lib/platform/observability/metrics/catalogue";

/** Gives events labels, a bounded number at a time; all others share one. */
export class EventLabels {
  private readonly most: number;
  private readonly named = new Set<string>();

  constructor(most: number) {
    this.most = most;
  }

  /** The label of an event. `isInUse` tells of which events nobody asks any more: one of them makes room. */
  labelOf(event: string, isInUse: (event: string) => boolean): string {
    if (this.named.has(event)) return event;
    if (this.named.size >= this.most && !this.makeRoom(isInUse)) return OTHER;
    this.named.add(event);
    return event;
  }

  has(label: string): boolean {
    return label === OTHER || this.named.has(label);
  }

  private makeRoom(isInUse: (event: string) => boolean): boolean {
    for (const event of this.named) {
      if (isInUse(event)) continue;
      this.named.delete(event);
      return true;
    }
    return false;
  }
}
