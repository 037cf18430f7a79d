import { expect, test } from "vitest";
import { fieldsOf, mergedFields, textsOf } from "./rights-form.ts";

const NO_RIGHTS = {
	creator: null,
	credit_line: null,
	copyright_notice: null,
	usage_terms: null,
	web_statement: null,
	licensor_name: null,
	licensor_url: null,
	data_mining: null,
};

test("texts survive the form, and those that are not set stay so", () => {
	const texts = { ...NO_RIGHTS, creator: "סטודיו צפון", data_mining: "DMI-PROHIBITED" as const };
	expect(textsOf(fieldsOf(texts))).toEqual(texts);
});

test("spaces alone are no text", () => {
	expect(textsOf({ ...fieldsOf(NO_RIGHTS), credit_line: "  ", usage_terms: " a " })).toEqual({
		...NO_RIGHTS,
		usage_terms: "a",
	});
});

test("what somebody else saved appears, except where something else was typed", () => {
	const shown = { ...fieldsOf(NO_RIGHTS), creator: "typed", credit_line: "before" };
	const saved = { ...fieldsOf(NO_RIGHTS), creator: "saved", credit_line: "after" };
	expect(mergedFields(saved, shown, (name) => name === "creator")).toEqual({ ...saved, creator: "typed" });
});
