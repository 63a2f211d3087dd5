import { LiveSkeleton } from "@/components/live/live-skeleton";

export default function Loading() {
  return <LiveSkeleton />;
}
