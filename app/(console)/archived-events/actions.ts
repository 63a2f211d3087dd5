"use server";

import { defineAction } from "@/lib/http/console";
import { deleteTemplate } from "@/lib/services/event/template/delete";

export const deleteTemplateAction = defineAction(deleteTemplate);
