import ipaddr from "ipaddr.js";
import { describe, expect, test } from "vitest";
import { type AddressRange, parseRange } from "../../platform/http/client-address.ts";
import { addressProblem, isPublic } from "./addresses.ts";

/** IANA's special-purpose address registries (iana-ipv4-special-registry, iana-ipv6-special-registry), and multicast (RFC 5771, RFC 4291). */
const RESERVED = [
	"0.0.0.0/8",
	"0.0.0.0/32",
	"10.0.0.0/8",
	"100.64.0.0/10",
	"127.0.0.0/8",
	"169.254.0.0/16",
	"172.16.0.0/12",
	"192.0.0.0/24",
	"192.0.0.0/29",
	"192.0.0.8/32",
	"192.0.0.9/32",
	"192.0.0.10/32",
	"192.0.0.170/32",
	"192.0.0.171/32",
	"192.0.2.0/24",
	"192.31.196.0/24",
	"192.52.193.0/24",
	"192.88.99.0/24",
	"192.88.99.2/32",
	"192.168.0.0/16",
	"192.175.48.0/24",
	"198.18.0.0/15",
	"198.51.100.0/24",
	"203.0.113.0/24",
	"224.0.0.0/4",
	"240.0.0.0/4",
	"255.255.255.255/32",
	"::1/128",
	"::/128",
	"::ffff:0:0/96",
	"64:ff9b::/96",
	"64:ff9b:1::/48",
	"100::/64",
	"100:0:0:1::/64",
	"2001::/23",
	"2001::/32",
	"2001:1::1/128",
	"2001:1::2/128",
	"2001:1::3/128",
	"2001:2::/48",
	"2001:3::/32",
	"2001:4:112::/48",
	"2001:10::/28",
	"2001:20::/28",
	"2001:30::/28",
	"2001:db8::/32",
	"2002::/16",
	"2620:4f:8000::/48",
	"3fff::/20",
	"5f00::/16",
	"fc00::/7",
	"fe80::/10",
	"fec0::/10",
	"ff00::/8",
	"::/96",
	"::ffff:0:0:0/96",
];

/** The first address, the last, and some in between. */
function samples(cidr: string): string[] {
	const [network, bits] = ipaddr.parseCIDR(cidr);
	const bytes = network.toByteArray();
	return [0, 0x55, 0xaa, 0xff].map((filler) => {
		const filled = bytes.map((byte, place) => {
			const own = Math.max(0, Math.min(8, bits - place * 8));
			const mask = 0xff >> own;
			return (byte & ~mask & 0xff) | (filler & mask);
		});
		return ipaddr.fromByteArray(filled).toString();
	});
}

describe("an address that is not public", () => {
	test.each(RESERVED)("is refused in %s", (cidr) => {
		for (const address of samples(cidr)) {
			expect([address, isPublic(address)]).toEqual([address, false]);
			expect(addressProblem("https:", address, { allow: [] })).toBe("not_public");
		}
	});

	test.each([
		"::ffff:8.8.8.8",
		"::ffff:127.0.0.1",
		"::ffff:7f00:1",
		"64:ff9b::8.8.8.8",
		"64:ff9b::a9fe:a9fe",
		"2002:7f00:1::",
		"2002:808:808::",
		"2001:0:4136:e378:8000:63bf:3fff:fdd2",
		"::127.0.0.1",
		"4000::1",
		"fe80::1%eth0",
		"",
		"localhost",
	])("is refused as %j, whatever is behind it", (address) => {
		expect(isPublic(address)).toBe(false);
	});
});

test.each([
	"8.8.8.8",
	"1.1.1.1",
	"100.63.255.255",
	"100.128.0.0",
	"172.15.255.255",
	"172.32.0.0",
	"192.0.1.0",
	"192.167.255.255",
	"198.17.255.255",
	"198.20.0.0",
	"223.255.255.255",
	"2606:4700:4700::1111",
	"2001:200::1",
	"2001:4860:4860::8888",
	"2a00:1450:4001:81b::200e",
	"2003::1",
	"3ffe:ffff::1",
])("%s is public", (address) => {
	expect(isPublic(address)).toBe(true);
	expect(addressProblem("https:", address, { allow: [] })).toBeUndefined();
	expect(addressProblem("http:", address, { allow: [] })).toBe("not_encrypted");
});

describe("with ranges that the operator permits", () => {
	const allow = ["10.1.0.0/16", "::1", "8.8.8.8"].map((text) => parseRange(text) as AddressRange);

	test.each(["10.1.2.3", "::ffff:10.1.2.3", "::1", "8.8.8.8"])(
		"%s is allowed, even over plain http",
		(address) => {
			for (const protocol of ["https:", "http:"]) {
				expect(addressProblem(protocol, address, { allow })).toBeUndefined();
			}
		},
	);

	test.each(["10.2.0.1", "127.0.0.1", "64:ff9b::10.1.2.3", "2002:a01:203::"])(
		"%s is still refused",
		(address) => {
			expect(addressProblem("https:", address, { allow })).toBe("not_public");
		},
	);
});
