import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type NameServer, startNameServer } from "../../../test/support/name-server.ts";
import { type AddressRange, parseRange } from "../../platform/http/client-address.ts";
import { createResolveHost, type ResolveHost } from "../send/resolve-host.ts";
import { webhookUrlProblem } from "./url-rules.ts";

const NAMES: Readonly<Record<string, readonly string[]>> = {
	"public.example": ["93.184.215.14", "2606:2800:21f:cb07:6820:80da:af6b:8b2c"],
	"private.example": ["10.0.0.7"],
	"both.example": ["93.184.215.14", "10.0.0.7"],
	"six.example": ["fd00::7"],
	"mapped.example": ["::ffff:127.0.0.1"],
	"metadata.example": ["169.254.169.254"],
	"inside.example": ["10.1.0.9"],
	"mixed.example": ["10.1.0.9", "93.184.215.14"],
	"none.example": [],
};

let names: NameServer;
let resolveHost: ResolveHost;
beforeAll(async () => {
	names = await startNameServer((name) => NAMES[name]);
	resolveHost = createResolveHost({ servers: [names.place], hostsFile: "/nowhere" });
});
afterAll(() => names.close());

const problem = (url: string, ...allow: string[]) =>
	webhookUrlProblem(url, { allow: allow.map((text) => parseRange(text) as AddressRange) }, resolveHost);

const HTTPS_ALONE = "url: only https is permitted";
const NOT_PUBLIC = "url: its host is not at a public address";

test.each([
	"https://public.example",
	"https://public.example/hooks?key=1&x=%20",
	"https://public.example:8443/hooks",
	"HTTPS://PUBLIC.example./hooks",
	"https://8.8.8.8/hooks",
	"https://[2606:4700:4700::1111]:444/hooks",
	"https://none.example/later",
])("%s is permitted", async (url) => {
	expect(await problem(url)).toBeUndefined();
});

describe("refuses a host that is not at a public address", () => {
	test.each([
		"https://127.0.0.1/",
		"https://127.1/",
		"https://2130706433/",
		"https://0x7f.0.0.1/",
		"https://017700000001/",
		"https://10.0.0.1:8443/",
		"https://169.254.169.254/latest/meta-data",
		"https://0/",
		"https://[::1]/",
		"https://[::]/",
		"https://[::ffff:127.0.0.1]/",
		"https://[::ffff:8.8.8.8]/",
		"https://[64:ff9b::a9fe:a9fe]/",
		"https://[2002:7f00:1::]/",
		"https://[2001:0:4136:e378:8000:63bf:3fff:fdd2]/",
		"https://[fe80::1]/",
		"https://[fc00::1]/",
		"https://localhost/",
		"https://LOCALHOST./",
		"https://hooks.localhost/",
		"https://private.example/",
		"https://both.example/",
		"https://six.example/",
		"https://mapped.example/",
		"https://metadata.example/",
	])("%s", async (url) => {
		expect(await problem(url)).toBe(NOT_PUBLIC);
	});
});

test.each([
	["http://public.example/", HTTPS_ALONE],
	["http://8.8.8.8/", HTTPS_ALONE],
	["ftp://public.example/", HTTPS_ALONE],
	["file:///etc/passwd", HTTPS_ALONE],
	["javascript:alert(1)", HTTPS_ALONE],
	["https://user@public.example/", "url: a user name or password cannot be in it"],
	["https://user:word@public.example/", "url: a user name or password cannot be in it"],
	["https://:word@public.example/", "url: a user name or password cannot be in it"],
	["https://public.example:0/", "url: nothing can be sent to port 0"],
	["https://public.example:00/hooks", "url: nothing can be sent to port 0"],
	["public.example/hooks", "url: write a whole URL, such as https://shop.example/hooks/packshot"],
	["/hooks", "url: write a whole URL, such as https://shop.example/hooks/packshot"],
	["https://", "url: write a whole URL, such as https://shop.example/hooks/packshot"],
	["https://public.example:99999/", "url: write a whole URL, such as https://shop.example/hooks/packshot"],
	[`https://public.example/${"x".repeat(2048)}`, "url: a URL has at most 2048 characters"],
])("%s is refused with %s", async (url, expected) => {
	expect(await problem(url)).toBe(expected);
});

test.each([
	"https://public.example/a b",
	"https://public.example/\r\nX: 1",
	"https://חנות.example/",
	"https://a\0.example/",
])("%j is refused for its spaces, control characters or non-ASCII letters", async (url) => {
	expect(await problem(url)).toMatch(/^url: a URL has no spaces, control characters or letters beyond ASCII/);
});

describe("the operator's webhook allowlist", () => {
	test.each([
		"http://10.1.0.1/",
		"http://inside.example/",
		"https://inside.example/",
		"https://mixed.example/",
	])("permits %s", async (url) => {
		expect(await problem(url, "10.1.0.0/16")).toBeUndefined();
	});

	test.each([
		["http://public.example/", HTTPS_ALONE],
		["http://mixed.example/", HTTPS_ALONE],
		["http://private.example/", NOT_PUBLIC],
		["https://private.example/", NOT_PUBLIC],
		["http://none.example/", `${HTTPS_ALONE}, and the host's name has no address now`],
	])("does not cover %s", async (url, expected) => {
		expect(await problem(url, "10.1.0.0/16")).toBe(expected);
	});
});
