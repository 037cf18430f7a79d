export type { Line, Page, Word } from "./page.ts";
export { readerProblem, recognise } from "./recognise.ts";
