"use server";

import { defineAction } from "@/lib/http/console";
import { createThreshold } from "@/lib/services/event/threshold/create";
import { deleteThreshold } from "@/lib/services/event/threshold/delete";
import { updateThreshold } from "@/lib/services/event/threshold/update";

export const createThresholdAction = defineAction(createThreshold);
export const updateThresholdAction = defineAction(updateThreshold);
export const deleteThresholdAction = defineAction(deleteThreshold);
