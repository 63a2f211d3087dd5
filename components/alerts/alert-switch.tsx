import { BellRing } from "lucide-react";
import { useState } from "react";
import { Button } from "@/components/ui/button";
import { Switch } from "@/components/ui/switch";
import { askToNotify, notify, playTone } from "./alert-sound";
import { setAlerting } from "./alert-store";
import { useAlerting } from "./use-alerts";

/** Turns sound and notices of the system on for this browser, and lets them be tried. `isMuted`: it kept silent. */
export function AlertSwitch({ isMuted }: { isMuted: boolean }) {
  const isOn = useAlerting();
  const [isTried, setTried] = useState(false);
  const test = () => {
    setTried(true);
    notify("Test: this is how problems are announced", "test");
    void playTone("begins");
  };
  const turn = (next: boolean) => {
    setAlerting(next);
    setTried(false);
    if (next) void askToNotify();
  };
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1 text-xs">
      <Switch isOn={isOn} onChange={turn} className="[&_.choice]:text-xs">
        Alert me to problems
      </Switch>
      {isOn ? (
        <Button size="sm" variant="ghost" onClick={test}>
          <BellRing aria-hidden />
          Test
        </Button>
      ) : null}
      <span role="status" className="text-muted">
        {isOn ? noteOf(isMuted, isTried) : ""}
      </span>
    </div>
  );
}

function noteOf(isMuted: boolean, isTried: boolean): string {
  if (isMuted && !isTried) return "Your browser blocks sound until you click on this page.";
  const isBlocked = !("Notification" in globalThis) || Notification.permission === "denied";
  return isBlocked ? "Sound only: this browser doesn't allow notifications." : "";
}
