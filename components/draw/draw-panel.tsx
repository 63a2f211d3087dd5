import { CircleCheck, CircleDashed, ExternalLink, Hourglass, TriangleAlert } from "lucide-react";
import type { ReactNode } from "react";
import { CopyButton } from "@/components/shared/copy-button";
import { CopyLine } from "@/components/shared/copy-line";
import { formatNumber, formatSecond } from "@/components/shared/format";
import { Panel } from "@/components/shared/panel";
import { Chip, ChipLabel } from "@/components/ui/chip";
import type { DrawView } from "@/lib/services/event/draw/draw-view";
import type { EventLive } from "@/lib/services/operation/live/get-live";
import { type DrawWords, drawWords, ruleWords, sourceWords, verifyCommand } from "./draw-words";

const ICONS = {
  default: CircleDashed,
  accent: Hourglass,
  success: CircleCheck,
  warning: TriangleAlert,
} as const;

/** Where the draw of the current run stands, and how anybody can check it; renders nothing without a draw. */
export function DrawPanel({ live: { draw, event, snapshot } }: { live: EventLive }) {
  if (draw === null) return null;
  const words = drawWords(draw, snapshot?.lineTimeMs ?? null, event.timeZone);
  return (
    <Panel
      title="Pre-queue draw"
      description={[words.explanation, ruleWords(draw)].join(" ").trim()}
      actions={<LabelChip words={words} />}
    >
      <dl className="grid gap-x-6 gap-y-3 sm:grid-cols-2 xl:grid-cols-4">
        <Fact label="Members (N)" detail={membersDetail(draw, event.timeZone)}>
          {draw.frozen === null ? "–" : formatNumber(draw.frozen.members)}
        </Fact>
        <Fact label="Randomness" detail={roundDetail(draw, event.timeZone)}>
          {sourceWords(draw.source)}
        </Fact>
        <Fact label="Value" detail={valueDetail(draw)}>
          <ValueText draw={draw} />
        </Fact>
        <Fact label="Commitment" detail={<OutLink href={draw.urls.commitment}>signed</OutLink>}>
          <Hash text={draw.commitmentHash} label="Copy the commitment hash" />
        </Fact>
      </dl>
      <CheckIt draw={draw} />
    </Panel>
  );
}

function LabelChip({ words: { label, tone } }: { words: DrawWords }) {
  const Icon = ICONS[tone];
  return (
    <Chip color={tone} variant="soft">
      <Icon aria-hidden className="size-3.5 shrink-0" />
      <ChipLabel>{label}</ChipLabel>
    </Chip>
  );
}

type FactProps = { label: string; detail: ReactNode; children: ReactNode };

function Fact({ label, detail, children }: FactProps) {
  return (
    <div className="min-w-0">
      <dt className="text-xs text-muted">{label}</dt>
      <dd className="figures flex min-h-8 items-center truncate text-sm font-medium">{children}</dd>
      <dd className="figures text-xs text-muted">{detail}</dd>
    </div>
  );
}

function membersDetail({ frozen, startAtMs }: DrawView, timeZone: string): string {
  if (frozen !== null) {
    const { excluded, atMs } = frozen;
    const who = excluded === null ? "" : `${formatNumber(excluded)} of them excluded, `;
    return `${who}frozen at ${formatSecond(atMs, timeZone)}`;
  }
  return `everyone who joins before ${formatSecond(startAtMs, timeZone)}`;
}

function roundDetail({ source }: DrawView, timeZone: string): string {
  if (source.type !== "http-beacon") return "no public beacon";
  return `due at ${formatSecond(source.roundAtMs, timeZone)}`;
}

function valueDetail({ beacon, typedValue, source }: DrawView): string {
  if (beacon?.type === "http-beacon") return `from ${new URL(beacon.url).host}`;
  if (beacon?.type === "typed" || typedValue !== null) return "entered manually";
  if (beacon?.type === "none" || source.type === "none") return "none";
  return "not available yet";
}

function ValueText({ draw: { beacon, typedValue } }: { draw: DrawView }) {
  if (beacon?.type === "http-beacon") {
    return <Hash text={beacon.value} label="Copy the beacon value" />;
  }
  const text = beacon?.type === "typed" ? beacon.value : typedValue;
  return text === null ? "–" : <span className="truncate">“{text}”</span>;
}

function Hash({ text, label }: { text: string; label: string }) {
  return (
    <>
      <code className="min-w-0 truncate font-mono text-xs" title={text}>
        {text}
      </code>
      <CopyButton text={text} label={label} />
    </>
  );
}

/** The ways to check a draw: in the browser, and offline. */
function CheckIt({ draw }: { draw: DrawView }) {
  const isOut = draw.label !== null;
  return (
    <div className="mt-4 flex flex-col gap-2 border-t border-separator pt-3">
      <p className="flex flex-wrap items-center gap-x-4 gap-y-1 text-sm">
        <OutLink href={draw.urls.verify}>Verification page for visitors</OutLink>
        {isOut ? (
          <OutLink href={draw.urls.file}>Published file</OutLink>
        ) : (
          <span className="text-muted">The file is published after the draw.</span>
        )}
      </p>
      {isOut ? (
        <div className="min-w-0">
          <p className="mb-1 text-xs text-muted">
            Verify offline with the file saved as draw.json and visitors' receipts in receipts.txt:
          </p>
          <CopyLine text={verifyCommand(draw)} label="Copy the command" />
        </div>
      ) : null}
    </div>
  );
}

function OutLink({ href, children }: { href: string; children: ReactNode }) {
  return (
    <a
      href={href}
      target="_blank"
      rel="noreferrer"
      className="link-text inline-flex items-center gap-1"
    >
      {children}
      <ExternalLink aria-hidden className="size-3" />
      <span className="sr-only">(opens in a new tab)</span>
    </a>
  );
}
