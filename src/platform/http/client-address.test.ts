import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
	type AddressRange,
	bucketKey,
	clientAddress,
	inRanges,
	parseRange,
	rangesSetting,
} from "./client-address.ts";

const ranges = (...texts: string[]) => texts.map((text) => parseRange(text)) as AddressRange[];
const behind = (socket: string | undefined, forwarded?: string, ...trusted: string[]) =>
	clientAddress(socket, forwarded === undefined ? {} : { "x-forwarded-for": forwarded }, ranges(...trusted));

describe("address ranges", () => {
	test.each([
		["10.0.0.0/8", "10.255.255.255", "11.0.0.0"],
		["10.1.2.3/8", "10.0.0.1", "9.255.255.255"],
		["192.0.2.1", "192.0.2.1", "192.0.2.2"],
		["192.0.2.1/32", "192.0.2.1", "192.0.2.0"],
		["0.0.0.0/0", "255.255.255.255", "::1"],
		["2001:db8::/32", "2001:db8:ffff::1", "2001:db9::"],
		["2001:db8::1", "2001:db8::1", "2001:db8::2"],
		["::/0", "::1", "127.0.0.1"],
		["::ffff:10.0.0.0/104", "10.1.1.1", "11.1.1.1"],
		["::ffff:192.0.2.1", "192.0.2.1", "192.0.2.2"],
	])("%s contains %s but not %s", (range, inside, outside) => {
		expect(inRanges(inside, ranges(range))).toBe(true);
		expect(inRanges(outside, ranges(range))).toBe(false);
	});

	test("contain every address of theirs and no other", () => {
		const bits = fc.integer({ min: 1, max: 32 });
		const address = fc.integer({ min: 0, max: 2 ** 32 - 1 });
		const dotted = (value: number) => [24, 16, 8, 0].map((shift) => (value >>> shift) & 255).join(".");
		fc.assert(
			fc.property(address, address, bits, (base, other, length) => {
				const same = Math.floor(base / 2 ** (32 - length)) === Math.floor(other / 2 ** (32 - length));
				expect(inRanges(dotted(other), ranges(`${dotted(base)}/${length}`))).toBe(same);
			}),
		);
	});

	test.each([
		"",
		"1",
		"10",
		"10.1",
		"10.1/16",
		"10.0.0.0/33",
		"10.0.0.0/-1",
		"10.0.0.0/",
		"010.0.0.1",
		"0x7f.0.0.1",
	])("rejects %j: a shortened or non-decimal address is a typo, not an address", (text) => {
		expect(parseRange(text)).toBeUndefined();
	});

	test.each(["256.1.1.1", "1.2.3.4.5", "2001:db8::/129", ":::", "localhost", "10.0.0.1-10.0.0.9", "*"])(
		"rejects %j",
		(text) => {
			expect(parseRange(text)).toBeUndefined();
		},
	);

	test("an empty list contains no address, and no range contains an invalid one", () => {
		expect(inRanges("127.0.0.1", [])).toBe(false);
		expect(inRanges("nonsense", ranges("0.0.0.0/0", "::/0"))).toBe(false);
	});

	test("are comma-separated as a setting, and an invalid one is named in the error", () => {
		const setting = rangesSetting("PACKSHOT_TRUSTED_PROXIES", "Proxies");
		expect(setting.parse(undefined)).toEqual([]);
		expect(setting.parse(" 10.0.0.0/8 , ::1,")).toHaveLength(2);
		expect(() => setting.parse("10.0.0.0/8,10.1")).toThrow(/PACKSHOT_TRUSTED_PROXIES: "10.1"/);
	});
});

describe("the client's address", () => {
	test.each([
		["127.0.0.1", "127.0.0.1"],
		["::ffff:192.0.2.7", "192.0.2.7"],
		["2001:DB8:0:0:0:0:0:1", "2001:db8::1"],
		["fe80::1%eth0", "fe80::1"],
		[undefined, "0.0.0.0"],
	])("for socket %s is %s", (socket, address) => {
		expect(behind(socket)).toBe(address);
	});

	test("is the socket's if an untrusted peer forwards another", () => {
		fc.assert(
			fc.property(fc.oneof(fc.string(), fc.ipV4(), fc.ipV6()), (forwarded) => {
				expect(behind("198.51.100.1", forwarded, "10.0.0.0/8")).toBe("198.51.100.1");
				expect(behind("198.51.100.1", forwarded)).toBe("198.51.100.1");
			}),
		);
	});

	test("is the right-most one that is not a proxy, regardless of those to its left", () => {
		fc.assert(
			fc.property(fc.array(fc.oneof(fc.string(), fc.ipV4())), fc.ipV4(), (left, proxy) => {
				const forwarded = [...left, "198.51.100.9", `10.${proxy.split(".").slice(1).join(".")}`].join(",");
				expect(behind("10.0.0.1", forwarded, "10.0.0.0/8")).toBe("198.51.100.9");
			}),
		);
	});

	test.each([
		["203.0.113.9:4711", "203.0.113.9"],
		["[2001:db8::1]:443", "2001:db8::1"],
		["[2001:DB8::1]", "2001:db8::1"],
		["[::ffff:203.0.113.9]:1", "203.0.113.9"],
		["2001:db8::443", "2001:db8::443"],
	])("forwarded as %s is %s", (forwarded, address) => {
		expect(behind("10.0.0.1", `192.0.2.1, ${forwarded}`, "10.0.0.0/8")).toBe(address);
		expect(behind("10.0.0.1", `${forwarded}, 10.0.0.2:8080`, "10.0.0.0/8")).toBe(address);
	});

	test.each(["203.0.113.9:", "203.0.113.9:http", "[203.0.113.9", "[]:80", ":80", "203.0.113.9:1:2", "1:80"])(
		"%s breaks the chain",
		(forwarded) => {
			expect(behind("10.0.0.1", `192.0.2.1, ${forwarded}`, "10.0.0.0/8")).toBe("10.0.0.1");
		},
	);

	test("is the last trusted one when the chain breaks or ends", () => {
		expect(behind("10.0.0.1", "203.0.113.1, nonsense", "10.0.0.0/8")).toBe("10.0.0.1");
		expect(behind("10.0.0.1", "203.0.113.1, nonsense, 10.0.0.2", "10.0.0.0/8")).toBe("10.0.0.2");
		expect(behind("10.0.0.1", "10.0.0.3,10.0.0.2", "10.0.0.0/8")).toBe("10.0.0.3");
		expect(behind("10.0.0.1", "", "10.0.0.0/8")).toBe("10.0.0.1");
		expect(behind("10.0.0.1", undefined, "10.0.0.0/8")).toBe("10.0.0.1");
	});

	test("is always an IP address, never free text from a header", () => {
		fc.assert(
			fc.property(fc.string(), (forwarded) => {
				expect(behind("10.0.0.1", forwarded, "0.0.0.0/0", "::/0")).toMatch(/^[0-9a-f.:]+$/);
			}),
		);
	});
});

describe("the bucket of an address", () => {
	test("is the address itself in IPv4 and the /64 in IPv6", () => {
		expect(bucketKey("192.0.2.1")).toBe("192.0.2.1");
		expect(bucketKey("2001:db8:0:7::1")).toBe(bucketKey("2001:db8:0:7:ffff:1:2:3"));
		expect(bucketKey("2001:db8:0:7::1")).not.toBe(bucketKey("2001:db8:0:8::1"));
	});
});
