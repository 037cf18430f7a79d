import ipaddr from "ipaddr.js";
import { type AddressRange, inRanges } from "../../platform/http/client-address.ts";

/** What IANA has allocated as global unicast (RFC 4291, 2.4): everything else in IPv6 is special-purpose or unallocated. */
const GLOBAL_UNICAST = ipaddr.parseCIDR("2000::/3") as [ipaddr.IPv6, number];

/**
 * Whether an address is outside every range of IANA's special-purpose registries, multicast included. An IPv4 address embedded in an IPv6 one
 * (mapped, NAT64, 6to4) is never public: those ranges are special-purpose themselves.
 */
export function isPublic(address: string): boolean {
	if (!ipaddr.isValid(address)) return false;
	const parsed = ipaddr.parse(address);
	if (parsed.range() !== "unicast") return false;
	return parsed.kind() === "ipv4" || (parsed as ipaddr.IPv6).match(GLOBAL_UNICAST);
}

/** Addresses to which webhooks may be sent. */
export interface AddressRules {
	/** Ranges that the operator permits although they are not public. */
	readonly allow: readonly AddressRange[];
}

/** Why an address is refused for this scheme; `undefined` when it is permitted. */
export function addressProblem(
	protocol: string,
	address: string,
	{ allow }: AddressRules,
): "not_public" | "not_encrypted" | undefined {
	if (inRanges(address, allow)) return undefined;
	if (!isPublic(address)) return "not_public";
	return protocol === "https:" ? undefined : "not_encrypted";
}
