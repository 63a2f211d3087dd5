"use server";

import { defineAction } from "@/lib/http/console";
import {
  type RenameCustomerInput,
  renameCustomer,
  renameCustomerInput,
} from "@/lib/services/customer/rename";

const rename = defineAction(renameCustomerInput, renameCustomer);

export async function renameCustomerAction(input: RenameCustomerInput) {
  return rename(input);
}
