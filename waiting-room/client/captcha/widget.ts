import { parseJson } from "../parse-json";
import { drawWidget } from "./draw-widget";
import type { WidgetData, WidgetMessage } from "./widget-data";

/** After so long without its script the vendor counts as away. */
const LOADS_MS = 10_000;

/** The page and its script come from one server: whole JSON with the last field is ours. */
function isData(value: unknown): value is WidgetData {
  return typeof value === "object" && value !== null && "texts" in value;
}

function tell(message: WidgetMessage): void {
  parent.postMessage(message, location.origin);
}

/** Loads the vendor's script beside its widget, and tells the page around what becomes of it. */
function run(data: WidgetData): void {
  const box = document.getElementById("widget");
  const status = document.getElementById("status");
  if (box === null || status === null) return;
  const other = document.getElementById("other");
  other?.addEventListener("click", () => tell({ stanchionCaptcha: "other" }));
  const giveUp = (): void => tell({ stanchionCaptcha: "unloaded" });
  const timer = setTimeout(giveUp, LOADS_MS);
  drawWidget(box, data, {
    onShown: () => {
      clearTimeout(timer);
      status.textContent = data.texts.lead;
    },
    onSolved: (token) => {
      clearTimeout(timer);
      status.textContent = data.texts.solved;
      tell({ stanchionCaptcha: "solved", token });
    },
    onFailed: () => {
      status.textContent = data.texts.failed;
    },
    onUnloaded: giveUp,
  });
}

const data = parseJson(document.getElementById("stanchion-widget")?.textContent ?? "");
if (isData(data)) run(data);
new ResizeObserver(() => {
  tell({ stanchionCaptcha: "height", height: document.body.scrollHeight });
}).observe(document.body);
