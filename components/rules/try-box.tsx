import { Panel } from "@/components/shared/panel";
import { SelectBox } from "@/components/shared/select-box";
import { TextInput } from "@/components/ui/text-input";
import {
  type RulesTrial,
  type TrialConnector,
  type TrialRequest,
  variablesOf,
} from "@/lib/domain/integration-config/test-rules";
import type { PasteReading } from "@/lib/domain/pasted-request/pasted-request";
import type { EventOption } from "./event-option";
import { PasteField } from "./paste-field";
import type { PublishedRuleSet, TriableRule } from "./triable-rule";
import { TrialResult } from "./trial-result";
import { baggageWords } from "./trial-words";

/** What somebody typed to try the rules out. */
export type TryInput = {
  /** The rules as they are here, or as connectors have them. */
  readonly which: "saved" | "published";
  readonly text: string;
  readonly connector: TrialConnector;
  readonly variables: Readonly<Record<string, string>>;
};

/** What came of it: nothing was typed, it cannot be read, or the connectors' answer. */
export type Tried =
  | { readonly reading: null }
  | { readonly reading: Extract<PasteReading, { ok: false }> }
  | {
      readonly reading: Extract<PasteReading, { ok: true }>;
      readonly trial: TrialRequest;
      readonly result: RulesTrial;
    };

type TryBoxProps = {
  /** Those that are tried. */
  rules: readonly TriableRule[];
  /** What connectors have, where it is another than what stands here. */
  published: PublishedRuleSet | null;
  events: readonly EventOption[];
  input: TryInput;
  setInput: (input: TryInput) => void;
  tried: Tried;
};

const CONNECTORS = [
  { value: "server", label: "Server connector" },
  { value: "page", label: "Browser connector" },
] as const;

/** Takes a request and says which rule decides on it, and why. */
export function TryBox({ rules, published, events, input, setInput, tried }: TryBoxProps) {
  const { reading } = tried;
  const variables = variablesOf(rules);
  return (
    <Panel
      title="Test rules"
      description="Runs the connector code in your browser. Nothing is sent."
    >
      <div className="flex flex-col gap-3">
        <WhichRules
          published={published}
          which={input.which}
          choose={(which) => setInput({ ...input, which })}
        />
        <PasteField
          text={input.text}
          setText={(text) => setInput({ ...input, text })}
          problem={reading?.ok === false ? reading.problem : null}
        />
        {variables.length === 0 ? null : (
          <SelectBox
            label="Connector"
            description="Only the browser connector sees page variables."
            options={CONNECTORS}
            value={input.connector}
            onChange={(value) =>
              setInput({ ...input, connector: value === "page" ? "page" : "server" })
            }
          />
        )}
        {input.connector === "page"
          ? variables.map((name) => (
              <TextInput
                key={name}
                label={name}
                labelClassName="font-mono break-all"
                value={input.variables[name] ?? ""}
                onChange={(value) =>
                  setInput({ ...input, variables: { ...input.variables, [name]: value } })
                }
                placeholder="Not set"
                inputClassName="font-mono"
              />
            ))
          : null}
        {reading?.ok === true ? <ReadAs reading={reading} /> : null}
        {"result" in tried ? (
          <TrialResult rules={rules} events={events} trial={tried.trial} result={tried.result} />
        ) : null}
      </div>
    </Panel>
  );
}

type WhichRulesProps = {
  published: PublishedRuleSet | null;
  which: TryInput["which"];
  choose: (which: TryInput["which"]) => void;
};

/** The choice between what stands here and what connectors have, where both differ. */
function WhichRules({ published, which, choose }: WhichRulesProps) {
  if (published === null) return null;
  const { version, rules } = published;
  if (rules === null) {
    return (
      <p className="text-xs text-muted">
        Testing the saved rules. Version {version}, which connectors use, is in an older format and
        can't be tested here.
      </p>
    );
  }
  return (
    <SelectBox
      label="Rules"
      options={[
        { value: "saved", label: "Saved rules" },
        { value: "published", label: `Published version ${version}` },
      ]}
      value={which}
      onChange={(value) => choose(value === "published" ? "published" : "saved")}
    />
  );
}

/** What was understood, where it is not plain to see. */
function ReadAs({ reading }: { reading: Extract<PasteReading, { ok: true }> }) {
  const { request, kind, notes } = reading;
  const baggage = baggageWords(request);
  if (kind === "address" && notes.length === 0) return null;
  return (
    <p className="text-xs text-muted">
      Interpreted as {request.method}{" "}
      <span className="font-mono wrap-anywhere text-foreground">{request.url}</span>
      {baggage === "" ? "." : ` with ${baggage}.`} {notes.join(" ")}
    </p>
  );
}
