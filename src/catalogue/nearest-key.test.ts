import { expect, test } from "vitest";
import { nearestKey } from "./nearest-key.ts";

test.each([
	["nutritoin", "nutrition"],
	["nutrition.calorie", "nutrition.calories"],
	["calories", "nutrition.calories"],
	["Info.Brand", "info.brand"],
	["hechsher", "hechshers"],
	["ingredients.alergens", "ingredients.allergens"],
])("%s hints at %s", (mistyped, key) => {
	expect(nearestKey(mistyped)).toBe(key);
});

test.each(["", "zzzzzzzzzz", "x".repeat(400)])("nothing resembles %j", (mistyped) => {
	expect(nearestKey(mistyped)).toBeNull();
});
