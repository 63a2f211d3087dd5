import type { AdmissionSetting } from "@/lib/domain/admission/admission-setting";
import type { GovernorSetting } from "@/lib/domain/governor/governor-schema";
import type { Lane, Lanes } from "@/lib/domain/lane/lane";
import type { NoticeSetting } from "@/lib/domain/notice/notice-setting";
import type { TurnSetting } from "@/lib/domain/turn/turn-setting";
import { fields, leaf, list, switchable } from "./differ";
import { asWritten, chosen, counted, onOrOff } from "./words";

const laneWords = ({ key, weight, fromRelativeQuality }: Lane): string =>
  [
    `share ${weight} %`,
    ...(fromRelativeQuality === null ? [] : [`from quality ${fromRelativeQuality}`]),
    `key ${key}`,
  ].join(", ");

export const laneDifferences = fields<Lanes>({
  mode: leaf(
    "How slots are divided",
    chosen({ ordered: "upper lanes go first", weighted: "each lane has a share" }),
  ),
  defaultLane: leaf("Default lane", asWritten),
  lanes: list<Lane>({
    keyOf: ({ key }) => key,
    labelOf: ({ name }, place) => `Lane ${place + 1} “${name}”`,
    words: laneWords,
    order: "Order of the lanes",
    nameOf: ({ name }) => name,
    differ: fields<Lane>({
      key: leaf("Key", asWritten),
      name: leaf("Name", asWritten),
      weight: leaf("Share", counted("%")),
      fromRelativeQuality: leaf("From quality", counted("")),
    }),
  }),
});

function shareWords(share: AdmissionSetting["share"]): string {
  if (share.type === "percentage") return `${share.percent} % of visitors`;
  const { midpointPercent, steepness } = share;
  return `falls as the active cap fills, half goes in at ${midpointPercent} % of the cap, steepness ${steepness}`;
}

function identityWords(identity: AdmissionSetting["identity"]): string {
  switch (identity.by) {
    case "browser":
      return "browser (a cookie)";
    case "address":
      return "network address";
    case "header":
      return `header ${identity.name} of the request`;
    case "parameter":
      return `parameter ${identity.name} of the queue page`;
  }
}

export const admissionDifferences = switchable(
  "Admission by lottery",
  fields<AdmissionSetting>({
    share: leaf("Let in", shareWords),
    holdSeconds: leaf("Held for", counted("seconds")),
    identity: leaf("One visitor is one", identityWords),
  }),
  { off: "off: everybody stands in the line" },
);

export const governorDifferences = switchable(
  "Governor",
  fields<NonNullable<GovernorSetting>>({
    healthUrl: leaf("Health URL for the governor", asWritten),
    timeoutMs: leaf("It answers within", counted("milliseconds")),
  }),
);

export const turnDifferences = switchable(
  "Presence",
  fields<TurnSetting>({
    confirm: leaf(
      "Who is asked at the turn",
      chosen({ hidden: "hidden pages", always: "everybody" }),
    ),
    seconds: leaf("Countdown", counted("seconds")),
  }),
  { off: "off: pages go in by themselves" },
);

export const noticeDifferences = fields<NoticeSetting>({
  mail: leaf("Notices by e-mail", onOrOff),
  push: leaf("Notices by the browser", onOrOff),
});
