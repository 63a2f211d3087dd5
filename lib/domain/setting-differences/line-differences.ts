import type { AdmissionSetting } from "@/lib/domain/admission/admission-setting";
import type { GovernorSetting } from "@/lib/domain/governor/governor-setting";
import type { Lane, Lanes } from "@/lib/domain/lane/lane";
import type { NoticeSetting } from "@/lib/domain/notice/notice-setting";
import type { TurnSetting } from "@/lib/domain/turn/turn-setting";
import { fields, leaf, list, switchable } from "./differ";
import { asWritten, chosen, counted, onOrOff } from "./words";

const laneWords = ({ key, weight, fromRelativeQuality }: Lane): string =>
  [
    `share ${weight} %`,
    ...(fromRelativeQuality === null ? [] : [`minimum quality ${fromRelativeQuality}`]),
    `key ${key}`,
  ].join(", ");

export const laneDifferences = fields<Lanes>({
  mode: leaf("Slot allocation", chosen({ ordered: "ordered", weighted: "weighted" })),
  defaultLane: leaf("Default lane", asWritten),
  lanes: list<Lane>({
    keyOf: ({ key }) => key,
    labelOf: ({ name }, place) => `Lane ${place + 1} “${name}”`,
    words: laneWords,
    order: "Order of lanes",
    nameOf: ({ name }) => name,
    differ: fields<Lane>({
      key: leaf("Key", asWritten),
      name: leaf("Name", asWritten),
      weight: leaf("Share", counted("%")),
      fromRelativeQuality: leaf("Minimum quality", counted("")),
    }),
  }),
});

function shareWords(share: AdmissionSetting["share"]): string {
  if (share.type === "percentage") return `${share.percent} % of visitors`;
  const { midpointPercent, steepness } = share;
  return `falls as the active cap fills, 50 % at ${midpointPercent} % of the cap, steepness ${steepness}`;
}

function identityWords(identity: AdmissionSetting["identity"]): string {
  switch (identity.by) {
    case "browser":
      return "browser (a cookie)";
    case "address":
      return "network address";
    case "header":
      return `request header ${identity.name}`;
    case "cookie":
      return `cookie ${identity.name}`;
    case "parameter":
      return `queue page parameter ${identity.name}`;
  }
}

export const admissionDifferences = switchable(
  "Admission by lottery",
  fields<AdmissionSetting>({
    share: leaf("Admit", shareWords),
    holdSeconds: leaf("Retry after", counted("seconds")),
    identity: leaf("Identify visitors by", identityWords),
    lane: leaf("Lane of those drawn", (lane) => lane ?? "none: the others are held"),
  }),
  { off: "off: everyone queues" },
);

export const governorDifferences = switchable(
  "Governor",
  fields<NonNullable<GovernorSetting>>({
    healthUrl: leaf("Health URL", asWritten),
    timeoutMs: leaf("Response timeout", counted("milliseconds")),
  }),
);

export const turnDifferences = switchable(
  "Presence",
  fields<TurnSetting>({
    confirm: leaf("Who must confirm", chosen({ hidden: "background tabs", always: "everybody" })),
    seconds: leaf("Countdown", counted("seconds")),
  }),
  { off: "off: pages enter automatically" },
);

export const noticeDifferences = fields<NoticeSetting>({
  mail: leaf("E-mail notices", onOrOff),
  push: leaf("Browser notices", onOrOff),
});
