import { startActor } from "../actor";
import type { AttackOrders, AttackReport } from "./attacker-orders";

const NOTHING_YET: AttackReport = {
  sent: 0,
  placesTaken: 0,
  admitted: 0,
  answers: {},
  solved: 0,
  processorSeconds: 0,
};

/** Sends attackers in a process of their own. */
export const sendAttackers = (orders: AttackOrders) =>
  startActor("tools/chaos/abuse/attackers-process.ts", orders, NOTHING_YET);
