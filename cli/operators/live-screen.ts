import { clearInterval, setInterval } from "node:timers";
import { isApproval } from "@/client/src/approval";
import type { Client } from "@/client/src/create-client";
import type { Approval, Schemas } from "@/client/src/generated/types";
import { withoutControls } from "./render";
import { renderLive } from "./render-live";

type Figures = Schemas["LiveFigures"];

const REFRESH_MS = 2_000;
/** The terminal's other screen, without a cursor: what was there before comes back. */
const ENTER = "\u001b[?1049h\u001b[?25l";
const LEAVE = "\u001b[?25h\u001b[?1049l";
const CLEAR = "\u001b[H\u001b[2J";

/** Shows the event until somebody presses q or Ctrl+C. The terminal is as it was afterwards, whatever happens. */
export async function runLiveScreen(client: Client, eventId: string): Promise<void> {
  const { stdin, stdout } = process;
  const screen = new LiveScreen(client, await client.getLiveFigures({ eventId }));
  const timer = setInterval(() => void screen.refresh(), REFRESH_MS);
  const show = () => screen.show();
  const leave = () => {
    stdin.setRawMode(false);
    stdout.write(LEAVE);
  };
  process.once("exit", leave);
  stdin.setRawMode(true);
  stdin.setEncoding("utf8");
  stdout.write(ENTER);
  stdout.on("resize", show);
  try {
    show();
    for await (const key of stdin) if (await screen.press(String(key))) return;
  } finally {
    clearInterval(timer);
    process.off("exit", leave);
    stdout.off("resize", show);
    leave();
  }
}

class LiveScreen {
  readonly #client: Client;
  readonly #eventId: string;
  #figures: Figures;
  #notice = "";
  /** What is being typed; null while nobody writes a message. */
  #draft: string | null = null;

  constructor(client: Client, figures: Figures) {
    this.#client = client;
    this.#figures = figures;
    this.#eventId = figures.event.eventId;
  }

  show(): void {
    // A terminal that does not know its size says 0.
    const [columns, rows] = [process.stdout.columns || 80, process.stdout.rows || 24];
    const isTyping = this.#draft !== null;
    const notice = isTyping ? `Message: ${this.#draft}▏ (Enter sends, Esc discards)` : this.#notice;
    const lines = renderLive(this.#figures, { columns, notice }).slice(0, rows);
    process.stdout.write(CLEAR + lines.join("\r\n"));
  }

  async refresh(): Promise<void> {
    try {
      this.#figures = await this.#client.getLiveFigures({ eventId: this.#eventId }, { retries: 0 });
      if (this.#notice.startsWith("Not live")) this.#notice = "";
    } catch (error) {
      this.#notice = `Not live: ${messageOf(error)}`;
    }
    this.show();
  }

  /** Answers true for a key that ends it. */
  async press(key: string): Promise<boolean> {
    if (key === "\u0003") return true;
    if (this.#draft !== null) await this.#type(this.#draft, key);
    else if (key === "q") return true;
    else if (key === "m") this.#draft = "";
    else {
      const chosen = actOf(this.#client, this.#eventId, this.#figures, key);
      if (chosen !== null) await this.#act(...chosen);
    }
    this.show();
    return false;
  }

  async #type(draft: string, key: string): Promise<void> {
    if (key === "\r" || key === "\n") {
      this.#draft = null;
      if (draft === "") return;
      const message = { texts: { en: draft }, audience: { kind: "everyone" as const } };
      const work = this.#client.setMessage({ eventId: this.#eventId, ...message });
      await this.#act(work, "Visitors see the message.");
    } else if (key === "\u001b") this.#draft = null;
    else this.#draft = key === "\u007f" ? draft.slice(0, -1) : draft + withoutControls(key);
  }

  async #act(work: Promise<object | Approval>, done: string): Promise<void> {
    this.#notice = "…";
    this.show();
    try {
      this.#notice = isApproval(await work) ? "A second person has to approve this." : done;
    } catch (error) {
      this.#notice = messageOf(error);
    }
    await this.refresh();
  }
}

type Act = [work: Promise<object | Approval>, done: string];

/** What a key does; null for one that does nothing. */
function actOf(client: Client, eventId: string, { event }: Figures, key: string): Act | null {
  const now = event.outflowPerMinute;
  const step = Math.max(1, Math.round(now / 10));
  if (key === "+" || key === "-") {
    const outflowPerMinute = Math.max(0, key === "+" ? now + step : now - step);
    const work = client.setOutflow({ eventId, outflowPerMinute });
    return [work, `The outflow is ${outflowPerMinute} a minute.`];
  }
  if (key !== "p") return null;
  return event.paused
    ? [client.resumeEvent({ eventId }), "Resumed."]
    : [client.pauseEvent({ eventId }), "Paused."];
}

const messageOf = (error: unknown) => (error instanceof Error ? error.message : String(error));
