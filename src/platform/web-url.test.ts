import { expect, test } from "vitest";
import { originSetting, parseWebUrl } from "./web-url.ts";

test.each(["https://shop.example", "HTTP://127.0.0.1:8080/", "https://[::1]:1/"])("takes %s", (text) => {
	expect(parseWebUrl(text)?.href).toBe(new URL(text).href);
	expect(originSetting("PLACE", "").parse(text)).toBe(text);
});

test.each([
	"shop.example",
	"https://",
	"https://shop.example:0/",
	"https://shop.example:70000",
	"ftp://shop.example",
])("refuses %s", (text) => {
	expect(parseWebUrl(text)).toBeUndefined();
	expect(() => originSetting("PLACE", "").parse(text)).toThrow(
		`PLACE must be an http or https URL, not "${text}"`,
	);
});

test.each([
	"https://shop.example/packshot",
	"https://shop.example/?a",
	"https://shop.example/#a",
	"https://me@shop.example",
])("refuses %s as an origin, and says why", (text) => {
	expect(() => originSetting("PLACE", "").parse(text)).toThrow(
		/PLACE must be a scheme and a host alone, such as https:\/\/shop\.example,.*at the root of a host/,
	);
});

test("an empty setting is none", () => {
	expect(originSetting("PLACE", "").parse("")).toBeUndefined();
});
