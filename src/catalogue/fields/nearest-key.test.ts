import { expect, test } from "vitest";
import { nearestKey } from "./nearest-key.ts";

test.each([
	["nutritoin", "nutrition"],
	["nutrition.calorie", "nutrition.calories"],
	["calories", "nutrition.calories"],
	["Info.Brand", "info.brand"],
	["hechsher", "hechshers"],
	["ingredients.alergens", "ingredients.allergens"],
])("the nearest key to %s is %s", (mistyped, key) => {
	expect(nearestKey(mistyped)).toBe(key);
});

test.each(["", "zzzzzzzzzz", "x".repeat(400)])("no key is similar to %j", (mistyped) => {
	expect(nearestKey(mistyped)).toBeNull();
});
