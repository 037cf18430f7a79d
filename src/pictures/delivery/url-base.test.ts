import type { FastifyRequest } from "fastify";
import { describe, expect, test } from "vitest";
import { parseRange } from "../../platform/http/client-address.ts";
import { createUrlBase } from "./url-base.ts";

const proxies = [parseRange("10.0.0.0/8")].filter((range) => range !== undefined);

function base(headers: Record<string, string | string[]>, publicUrl?: string, from = "192.0.2.1"): string {
	const request = { headers, socket: { remoteAddress: from } } as unknown as FastifyRequest;
	return createUrlBase({ publicUrl }, proxies)(request);
}

test("the configured base overrides the request's headers", () => {
	const headers = { host: "evil.example", "x-forwarded-host": "evil.example" };
	expect(base(headers, "https://images.example.com/shop/", "10.0.0.1")).toBe(
		"https://images.example.com/shop",
	);
	expect(base({ host: "not a host" }, "https://images.example.com")).toBe("https://images.example.com");
});

describe("the Host header, without a configured base", () => {
	test.each(["shop.example", "localhost:8080", "192.0.2.7", "a", "a-b.c-d.example", "[::1]:8080"])(
		"accepts %s",
		(host) => {
			expect(base({ host })).toBe(`http://${host}`);
			expect(new URL(base({ host })).host).toBe(host);
		},
	);

	test.each([
		"",
		"evil.example/path",
		"evil.example?x",
		"evil.example#x",
		"user@evil.example",
		"user:pass@evil.example",
		"evil example",
		"evil.example\\x",
		"-evil.example",
		"evil.example-",
		"evil.example:",
		"evil.example:port",
		"evil.example:65536",
		"evil.example:080808",
		"192.0.2.999",
		"[1:2:3]",
		"::1",
		"[::1",
		"[zz]",
		"a,b",
		"é.example",
		"a".repeat(260),
	])("400 for %j", (host) => {
		expect(() => base({ host })).toThrow(expect.objectContaining({ code: "bad_request" }));
	});

	test("400 when there is none", () => {
		expect(() => base({})).toThrow(expect.objectContaining({ code: "bad_request" }));
	});
});

describe("forwarded host and protocol", () => {
	const headers = { host: "inner", "x-forwarded-host": "shop.example", "x-forwarded-proto": "https" };

	test("count if sent by a trusted proxy, also from an IPv4-mapped address", () => {
		expect(base(headers, undefined, "10.1.2.3")).toBe("https://shop.example");
		expect(base(headers, undefined, "::ffff:10.1.2.3")).toBe("https://shop.example");
	});

	test("are ignored from anybody else", () => {
		expect(base(headers)).toBe("http://inner");
	});

	test("may be sent one without the other", () => {
		expect(base({ host: "inner", "x-forwarded-proto": "https" }, undefined, "10.0.0.1")).toBe(
			"https://inner",
		);
		expect(base({ host: "inner", "x-forwarded-host": "shop.example" }, undefined, "10.0.0.1")).toBe(
			"http://shop.example",
		);
	});

	test("are the values that the trusted proxy appended, not those its caller sent", () => {
		const appended = { "x-forwarded-host": "evil.example, shop.example", "x-forwarded-proto": "http, https" };
		expect(base({ host: "inner", ...appended }, undefined, "10.0.0.1")).toBe("https://shop.example");
	});

	test.each([
		["HTTPS", "https"],
		["Https", "https"],
		["http, HTTPS", "https"],
		["http,https ", "https"],
		["https, http", "http"],
		["HTTP", "http"],
		["https,", "http"],
	])("X-Forwarded-Proto: %s makes it %s, from a trusted proxy alone", (sent, scheme) => {
		const named = { host: "inner", "x-forwarded-proto": sent };
		expect(base(named, undefined, "10.0.0.1")).toBe(`${scheme}://inner`);
		expect(base(named)).toBe("http://inner");
	});

	test("are validated: 400 for an invalid host, http for an unknown protocol", () => {
		const forged = { host: "inner", "x-forwarded-host": "evil.example/path" };
		expect(() => base(forged, undefined, "10.0.0.1")).toThrow(
			expect.objectContaining({ code: "bad_request" }),
		);
		const strange = { host: "inner", "x-forwarded-proto": "javascript" };
		expect(base(strange, undefined, "10.0.0.1")).toBe("http://inner");
	});
});
