import { expect, test } from "vitest";
import { parseWebUrl, webUrlSetting } from "./web-url.ts";

test.each(["https://shop.example", "HTTP://127.0.0.1:8080/a?b#c", "https://[::1]:1/"])("takes %s", (text) => {
	expect(parseWebUrl(text)?.href).toBe(new URL(text).href);
	expect(webUrlSetting("PLACE", "").parse(text)).toBe(text);
});

test.each([
	"shop.example",
	"https://",
	"https://shop.example:0/",
	"https://shop.example:70000",
	"ftp://shop.example",
])("refuses %s", (text) => {
	expect(parseWebUrl(text)).toBeUndefined();
	expect(() => webUrlSetting("PLACE", "").parse(text)).toThrow(
		`PLACE must be an http or https URL, not "${text}"`,
	);
});

test("an empty setting is none", () => {
	expect(webUrlSetting("PLACE", "").parse("")).toBeUndefined();
});
