import { Panel } from "@/components/shared/panel";
import { buttonClass } from "@/components/ui/button-class";
import { Field } from "@/components/ui/field";
import type { AskedSale, SaleProblems } from "./read-sale";

type SaleFormProps = { asked: AskedSale; problems: SaleProblems };

const ARRIVALS = [
  { value: "rush", label: "Early rush", hint: "Half of them in the first tenth of the time." },
  { value: "even", label: "Evenly", hint: "As many in each minute." },
] as const;

/** What is expected of a sale. The browser sends it as the address of the page, which can be shared. */
export function SaleForm({ asked, problems }: SaleFormProps) {
  return (
    <Panel title="The sale">
      <form
        action="/capacity"
        aria-label="The sale"
        noValidate
        data-unsaved="false"
        className="flex flex-col gap-5"
      >
        <div className="grid gap-4 sm:grid-cols-3">
          <NumberBox
            name="visitors"
            label="Visitors"
            value={asked.visitors}
            problem={problems.visitors}
            hint="Everybody who comes."
          />
          <NumberBox
            name="within"
            label="Arrive within"
            unit="minutes"
            value={asked.within}
            problem={problems.within}
            hint="From the first to the last arrival."
          />
          <NumberBox
            name="outflow"
            label="Outflow"
            unit="per minute"
            value={asked.outflow}
            problem={problems.outflow}
            hint="What your site takes."
          />
        </div>
        <fieldset>
          <legend className="label mb-2">Arrivals</legend>
          <div className="flex flex-wrap gap-x-8 gap-y-3">
            {ARRIVALS.map(({ value, label, hint }) => (
              <div key={value}>
                <label className="choice">
                  <input
                    type="radio"
                    name="arrival"
                    value={value}
                    defaultChecked={asked.arrival === value}
                    className="choice__dot"
                    aria-describedby={`arrival-${value}`}
                  />
                  {label}
                </label>
                <p id={`arrival-${value}`} className="description ps-7 pt-1">
                  {hint}
                </p>
              </div>
            ))}
          </div>
        </fieldset>
        <div>
          <label className="choice">
            <input
              type="checkbox"
              name="cdn"
              value="yes"
              defaultChecked={asked.cdn}
              className="choice__box"
              aria-describedby="cdn-hint"
            />
            A CDN answers line.json
          </label>
          <p id="cdn-hint" className="description ps-7 pt-1">
            Four of five requests, the same for everybody.
          </p>
        </div>
        <div>
          <button type="submit" className={buttonClass({ size: "md" })}>
            Calculate
          </button>
        </div>
      </form>
    </Panel>
  );
}

type NumberBoxProps = {
  name: string;
  label: string;
  unit?: string;
  value: string;
  problem: string | undefined;
  hint: string;
};

function NumberBox({ name, label, unit, value, problem, hint }: NumberBoxProps) {
  return (
    <Field
      label={
        <>
          {label}
          {unit === undefined ? null : <span className="font-normal text-muted"> ({unit})</span>}
        </>
      }
      description={hint}
      error={problem}
      isRequired
    >
      {(control) => (
        <input
          {...control}
          name={name}
          type="text"
          inputMode="numeric"
          autoComplete="off"
          defaultValue={value}
          className="input figures w-full"
        />
      )}
    </Field>
  );
}
