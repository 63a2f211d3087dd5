import { Button } from "@/components/ui/button";

const FACTORS = [0.5, 0.9, 1.1, 2] as const;

type OutflowStepsProps = { value: number; setValue: (value: number) => void };

/** Changes the figure by a percentage. It takes effect once it is set. */
export function OutflowSteps({ value, setValue }: OutflowStepsProps) {
  return (
    <div className="grid grid-cols-4 gap-1.5">
      {FACTORS.map((factor) => (
        <Button
          key={factor}
          size="sm"
          variant="tertiary"
          className="w-full min-w-0 px-0"
          isDisabled={Number.isNaN(value)}
          onClick={() => setValue(Math.max(1, Math.round(value * factor)))}
        >
          {factor < 1
            ? `−${Math.round((1 - factor) * 100)}%`
            : `+${Math.round((factor - 1) * 100)}%`}
        </Button>
      ))}
    </div>
  );
}
