export { type CutOut, type CutOutRefusal, cutOut, findObject } from "./cut-out.ts";
