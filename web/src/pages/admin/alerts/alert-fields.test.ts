import { expect, test } from "vitest";
import { afterMistake, correctionInWords, givenIn, NEW_ALERT } from "./alert-fields.ts";

test("marks of direction and tabs that nobody sees in pasted text are not sent", () => {
	const given = givenIn({
		...NEW_ALERT,
		kind: "changed",
		symbol: "\u200fOU\u200e",
		message: "\u200fלא כשר\tמאז מאי.\nDo not sell.",
		lots: "L1\tL2",
		barcodes: "0725272730706\t\u200e4011",
		newDesignation: "\u200eGlatt",
	});
	expect(given).toMatchObject({
		symbol: "OU",
		message: "לא כשר מאז מאי.\nDo not sell.",
		lots: "L1 L2",
		barcodes: ["0725272730706", "4011"],
		correction: { additional_designation: "Glatt" },
	});
});

test("a correction is told in words, and that it stays when the alert was a mistake", () => {
	expect(correctionInWords({ dairy_meat_pareve: "meat", additional_designation: null })).toBe(
		"dairy, meat or pareve: meat, additional designation: none",
	);
	expect(afterMistake({ kind: "changed", withholds: false })).toMatch(
		/^It withholds nothing\. If it corrected .* Undo in the history/,
	);
	expect(afterMistake({ kind: "withdrawn", withholds: true })).toMatch(/served again.*withholds them\.$/);
});
