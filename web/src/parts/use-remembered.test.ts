import { afterEach, expect, test } from "vitest";
import { forgetKept, KEPT_UNTIL_SIGN_OUT } from "./use-remembered.ts";

/** As much of a browser's storage as is used: its names are its own keys. */
const browser = globalThis as { localStorage?: unknown };
afterEach(() => {
	delete browser.localStorage;
});

test("signing out deletes what is kept for accounts, and leaves the choices of the browser", () => {
	const stored = {
		[`${KEPT_UNTIL_SIGN_OUT}me mine list`]: "[]",
		[`${KEPT_UNTIL_SIGN_OUT}you yours list`]: "[]",
		"packshot-language": '"curl"',
	};
	browser.localStorage = Object.create(
		{ removeItem: (name: string) => Reflect.deleteProperty(browser.localStorage as object, name) },
		Object.getOwnPropertyDescriptors(stored),
	);
	forgetKept();
	expect(Object.keys(browser.localStorage as object)).toEqual(["packshot-language"]);
});

test("signing out succeeds where nothing can be stored", () => {
	expect(forgetKept).not.toThrow();
});
