"use server";

import { defineAction } from "@/lib/http/console";
import { deleteTemplate } from "@/lib/services/event/template/delete";
import { type TemplateIdInput, templateIdInput } from "@/lib/services/event/template/schemas";

const remove = defineAction(templateIdInput, deleteTemplate);

export async function deleteTemplateAction(input: TemplateIdInput) {
  return remove(input);
}
