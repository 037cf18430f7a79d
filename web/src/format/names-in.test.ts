import { expect, test } from "vitest";
import { namesIn } from "./names-in.ts";

test.each([
	["Challah · חלה", ["Challah", "חלה"]],
	["חלה · Challah", ["חלה", "Challah"]],
	["Challah", ["Challah"]],
	["Tea · Mint · 20 bags", ["Tea · Mint · 20 bags"]],
	["חלה · מתוקה", ["חלה · מתוקה"]],
	["Dark 72% שוקולד", ["Dark 72% שוקולד"]],
])("%s is shown as %j", (name, parts) => {
	expect(namesIn(name)).toEqual(parts);
});
