/** What is wrong with whom to ask: a mail address, the address of a page, or nothing; null if nothing is. */
export function contactProblem(contact: string): string | null {
	return /^(https?:\/\/.+|[^\s@]+@[^\s@]+)?$/i.test(contact.trim())
		? null
		: "Enter a mail address, or an address that begins with https://.";
}

/** The same of the address of a page. */
export function pageAddressProblem(address: string): string | null {
	return /^(https?:\/\/.+)?$/i.test(address.trim()) ? null : "Enter an address that begins with https://.";
}
