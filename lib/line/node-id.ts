import { randomBytes } from "node:crypto";

/** The ids of rooms of the version before, which know events by their ids alone. */
const FORMER = /^[0-9a-f]{12}$/;

/** A name for a waiting-room process. It says that the process knows incarnations of events. */
export function newNodeId(): string {
  return `i${randomBytes(6).toString("hex")}`;
}

/** True for the id of a room that would find another line by the keys of an event with an incarnation: none. */
export function isFormerNode(nodeId: string): boolean {
  return FORMER.test(nodeId);
}
