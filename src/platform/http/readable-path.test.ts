import fc from "fast-check";
import { expect, test } from "vitest";
import { readablePath } from "./readable-path.ts";

test.each([
	["/products/%", "/products/%25"],
	["/products/%zz", "/products/%25zz"],
	["/products/4011%2", "/products/4011%252"],
	["/products/%c3%28", "/products/%25c3%2528"],
	["/products/%ff%fe?a=%zz", "/products/%25ff%25fe?a=%zz"],
	["/%70roducts/%zz#%", "/%70roducts/%25zz#%"],
])("the path %s is read as %s", (url, readable) => {
	expect(readablePath(url)).toBe(readable);
});

test.each(["/", "/products/4011", "/products/%D7%9E%25", "/products/%2F", "/products?brand=%zz", "*"])(
	"%s is left as it is",
	(url) => {
		expect(readablePath(url)).toBe(url);
	},
);

test("any path can be decoded afterwards, and stays the same when it is read again", () => {
	const piece = fc.constantFrom(
		"%",
		"%f",
		"%c3",
		"%a9",
		"%28",
		"%ed",
		"%a0",
		"%80",
		"%25",
		"a",
		"/",
		"é",
		"4",
	);
	fc.assert(
		fc.property(fc.array(piece), (pieces) => {
			const readable = readablePath(`/${pieces.join("")}`);
			expect(() => decodeURIComponent(readable)).not.toThrow();
			expect(readablePath(readable)).toBe(readable);
		}),
	);
});
