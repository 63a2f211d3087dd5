"use server";

import { defineAction } from "@/lib/http/console";
import { deleteTemplate } from "@/lib/services/event/template/delete";
import { templateIdInput } from "@/lib/services/event/template/schemas";

export const deleteTemplateAction = defineAction(templateIdInput, deleteTemplate);
