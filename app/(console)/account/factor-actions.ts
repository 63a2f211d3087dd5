import type { FactorActions } from "@/components/account/factor-actions";
import {
  addPasskeyAction,
  beginPasskeyAction,
  beginTotpAction,
  confirmFirstFactorCodeAction,
  confirmTotpAction,
  removePasskeyAction,
  removeTotpAction,
  renamePasskeyAction,
  renewRecoveryCodesAction,
  sendFirstFactorCodeAction,
} from "./actions";

/** What the account and the page that asks for a second factor offer. */
export const FACTOR_ACTIONS: FactorActions = {
  beginTotp: beginTotpAction,
  confirmTotp: confirmTotpAction,
  removeTotp: removeTotpAction,
  renewCodes: renewRecoveryCodesAction,
  beginPasskey: beginPasskeyAction,
  addPasskey: addPasskeyAction,
  removePasskey: removePasskeyAction,
  renamePasskey: renamePasskeyAction,
  sendMailedCode: sendFirstFactorCodeAction,
  confirmMailedCode: confirmFirstFactorCodeAction,
};
