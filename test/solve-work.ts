export { solveWork } from "@/tools/shared/solve-work";
