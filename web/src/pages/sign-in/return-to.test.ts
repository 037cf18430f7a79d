import { expect, test } from "vitest";
import { returnTo } from "./return-to.ts";

test("signing in leads back to the page that asked for it", () => {
	expect(returnTo({ from: "/keys/ps_client_a/usage?granularity=hour" })).toBe(
		"/keys/ps_client_a/usage?granularity=hour",
	);
});

test.each([
	undefined,
	null,
	{},
	{ from: 3 },
	{ from: "https://elsewhere.example" },
	{ from: "//elsewhere.example" },
	{ from: "/\\x" },
])("anything that is not a page of this site leads home: %j", (state) => {
	expect(returnTo(state)).toBe("/");
});

test("without a requested page, signing in leads to the given home page", () => {
	expect(returnTo({ from: "/" }, "/admin")).toBe("/admin");
	expect(returnTo(undefined, "/admin")).toBe("/admin");
	expect(returnTo({ from: "/account" }, "/admin")).toBe("/account");
});
