import { describe, expect, test } from "vitest";
import { changedScopes, conflicts, draftOf, mergeDrafts } from "./draft.ts";

const BASE = draftOf({ info: { brand: "A", notes: null }, hechshers: [{ symbol: "OU" }] });

test("only fields with a different value are changes; null and an empty text are equal", () => {
	expect(changedScopes(BASE, { ...BASE, info: { brand: "A", notes: "" } })).toEqual([]);
	expect(changedScopes(BASE, { ...BASE, info: { brand: "B", notes: null } })).toEqual(["info"]);
	expect(changedScopes(BASE, { ...BASE, nutrition: {} })).toEqual(["nutrition"]);
	expect(changedScopes(BASE, { ...BASE, hechshers: null })).toEqual(["hechshers"]);
});

describe("when somebody else saved meanwhile", () => {
	const theirs = { ...BASE, info: { brand: "Theirs", notes: null } };
	const mine = { ...BASE, info: { brand: "Mine", notes: "New" }, hechshers: [] };

	test("conflicting fields are listed with all three values", () => {
		expect(conflicts(BASE, theirs, mine)).toEqual([
			{ key: "info.brand", before: "A", theirs: "Theirs", mine: "Mine" },
		]);
	});

	test("own changes are merged over theirs field by field", () => {
		const other = { ...BASE, info: { brand: "A", notes: "Theirs" } };
		const brandAlone = { ...BASE, info: { brand: "Mine", notes: null } };
		expect(mergeDrafts(BASE, other, brandAlone).info).toEqual({ brand: "Mine", notes: "Theirs" });
		expect(mergeDrafts(BASE, theirs, mine)).toMatchObject({
			info: { brand: "Mine", notes: "New" },
			hechshers: [],
		});
	});
});
