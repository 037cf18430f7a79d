import type { IncomingHttpHeaders } from "node:http";
import ipaddr from "ipaddr.js";
import { type Setting, SettingError } from "../settings.ts";

export type AddressRange = [ipaddr.IPv4 | ipaddr.IPv6, number];

/** One address or CIDR. @returns `undefined` when the text is neither. */
export function parseRange(text: string): AddressRange | undefined {
	try {
		if (text.includes("/")) return parseCidr(text);
		const address = parse(text);
		return address && [address, address.kind() === "ipv4" ? 32 : 128];
	} catch {
		return undefined;
	}
}

/** The parser would read `10.1/16` as `10.0.0.1/16`. */
function parseCidr(text: string): AddressRange | undefined {
	const isWritten = text.includes(":") || ipaddr.IPv4.isValidCIDRFourPartDecimal(text);
	return isWritten ? canonicalRange(ipaddr.parseCIDR(text)) : undefined;
}

/** `::ffff:10.0.0.0/104` is `10.0.0.0/8`: addresses are compared in the same canonical form. */
function canonicalRange([address, bits]: AddressRange): AddressRange {
	if (address.kind() === "ipv6" && (address as ipaddr.IPv6).isIPv4MappedAddress() && bits >= 96) {
		return [(address as ipaddr.IPv6).toIPv4Address(), bits - 96];
	}
	return [address, bits];
}

/** Whether an address in canonical form is in one of the ranges. */
export function inRanges(address: string, ranges: readonly AddressRange[]): boolean {
	if (ranges.length === 0) return false;
	const parsed = parse(address);
	return (
		parsed !== undefined && ranges.some((range) => range[0].kind() === parsed.kind() && parsed.match(range))
	);
}

/** A setting that holds comma-separated CIDRs. */
export function rangesSetting(name: string, meaning: string): Setting<readonly AddressRange[]> {
	return {
		name,
		meaning,
		defaultText: "none",
		parse(text) {
			const items = (text ?? "").split(",").map((item) => item.trim());
			return items
				.filter((item) => item !== "")
				.map((item) => {
					const range = parseRange(item);
					if (!range) throw new SettingError(`${name}: "${item}" is not an address or CIDR`);
					return range;
				});
		},
	};
}

/** The socket's address; behind a trusted proxy the right-most untrusted entry of `X-Forwarded-For` (SPEC D15). */
export function clientAddress(
	socketAddress: string | undefined,
	headers: IncomingHttpHeaders,
	trustedProxies: readonly AddressRange[],
): string {
	let address = canonical(socketAddress ?? "") ?? "0.0.0.0";
	if (!inRanges(address, trustedProxies)) return address;
	const forwarded = String(headers["x-forwarded-for"] ?? "").split(",");
	for (const entry of forwarded.reverse()) {
		const next = canonical(withoutPort(entry.trim()));
		if (!next) return address;
		address = next;
		if (!inRanges(address, trustedProxies)) return address;
	}
	return address;
}

/** Some proxies write `192.0.2.1:4711` and `[2001:db8::1]:443`. */
function withoutPort(entry: string): string {
	return /^(?:\[([^\]]*)\](?::\d{1,5})?|([\d.]+):\d{1,5})$/.exec(entry)?.slice(1).join("") ?? entry;
}

/** The key that limits per address count by: IPv6 addresses are grouped by /64, which is what one customer of a provider commonly has. */
export function bucketKey(address: string): string {
	// A fast path, since this runs for every delivery and parsing an address takes microseconds.
	if (!address.includes(":")) return address;
	const parsed = parse(address);
	if (!parsed || parsed.kind() === "ipv4") return address;
	return `${(parsed as ipaddr.IPv6).parts
		.slice(0, 4)
		.map((part) => part.toString(16))
		.join(":")}::/64`;
}

const known = new Map<string, string>();
const KNOWN_LIMIT = 10_000;
/** An IPv6 address with a zone; zones may be of any length. */
const LONGEST_KNOWN = 64;

/** Canonical form: `::ffff:a.b.c.d` becomes `a.b.c.d`, other IPv6 addresses their shortest lower-case form. */
function canonical(text: string): string | undefined {
	const cached = known.get(text);
	if (cached !== undefined) return cached;
	const address = parse(text.replace(/%.*$/, ""))?.toString();
	if (address !== undefined && text.length <= LONGEST_KNOWN) {
		if (known.size >= KNOWN_LIMIT) known.clear();
		// Copies: a part of a header would keep all of it in memory.
		known.set(Buffer.from(text).toString(), Buffer.from(address).toString());
	}
	return address;
}

function parse(text: string): ipaddr.IPv4 | ipaddr.IPv6 | undefined {
	try {
		// isValidFourPartDecimal: the parser would otherwise read `1`, `0x7f.1` and octal as addresses.
		if (!text.includes(":") && !ipaddr.IPv4.isValidFourPartDecimal(text)) return undefined;
		return ipaddr.process(text);
	} catch {
		return undefined;
	}
}
