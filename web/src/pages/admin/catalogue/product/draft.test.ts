import { describe, expect, test } from "vitest";
import { changedScopes, conflicts, draftOf, mergeDrafts } from "./draft.ts";

const BASE = draftOf({ info: { brand: "A", notes: null }, hechshers: [{ symbol: "OU" }] });

test("what was typed and taken back is no change, nor is an empty text", () => {
	expect(changedScopes(BASE, { ...BASE, info: { brand: "A", notes: "" } })).toEqual([]);
	expect(changedScopes(BASE, { ...BASE, info: { brand: "B", notes: null } })).toEqual(["info"]);
	expect(changedScopes(BASE, { ...BASE, nutrition: {} })).toEqual(["nutrition"]);
	expect(changedScopes(BASE, { ...BASE, hechshers: null })).toEqual(["hechshers"]);
});

describe("when somebody else saved meanwhile", () => {
	const theirs = { ...BASE, info: { brand: "Theirs", notes: null } };
	const mine = { ...BASE, info: { brand: "Mine", notes: "New" }, hechshers: [] };

	test("the fields they changed are named with all three values", () => {
		expect(conflicts(BASE, theirs, mine)).toEqual([
			{ key: "info.brand", before: "A", theirs: "Theirs", mine: "Mine" },
		]);
	});

	test("own changes are put over theirs field by field", () => {
		const other = { ...BASE, info: { brand: "A", notes: "Theirs" } };
		const brandAlone = { ...BASE, info: { brand: "Mine", notes: null } };
		expect(mergeDrafts(BASE, other, brandAlone).info).toEqual({ brand: "Mine", notes: "Theirs" });
		expect(mergeDrafts(BASE, theirs, mine)).toMatchObject({
			info: { brand: "Mine", notes: "New" },
			hechshers: [],
		});
	});
});
