/**
 * UPC-E, which abbreviates a UPC-A by zero suppression (GS1 General Specifications). Its six digits begin with the first digits of the manufacturer
 * and end with one that says which zeros were omitted.
 */

/** The 11 digits of a UPC-A before its check digit, from the number system (0 or 1) and six digits of a UPC-E; `undefined` for any other number system. */
export function expandUpcE(digits: string): string | undefined {
	if (!/^[01][0-9]{6}$/.test(digits)) return undefined;
	const [system = "", a = "", b = "", c = "", d = "", e = "", rule = ""] = digits;
	if (rule <= "2") return `${system}${a}${b}${rule}0000${c}${d}${e}`;
	if (rule === "3") return `${system}${a}${b}${c}00000${d}${e}`;
	if (rule === "4") return `${system}${a}${b}${c}${d}00000${e}`;
	return `${system}${a}${b}${c}${d}${e}0000${rule}`;
}

/** All eight-digit UPC-Es that abbreviate a twelve-digit UPC-A; most have none. The first is the one that the rules prescribe. */
export function upcEsOf(upcA: string): string[] {
	const system = upcA.slice(0, 1);
	const manufacturer = upcA.slice(1, 6);
	const item = upcA.slice(6, 11);
	const shortened = [
		`${manufacturer.slice(0, 2)}${item.slice(2)}${manufacturer[2]}`,
		`${manufacturer.slice(0, 3)}${item.slice(3)}3`,
		`${manufacturer.slice(0, 4)}${item.slice(4)}4`,
		`${manufacturer}${item.slice(4)}`,
	];
	return shortened
		.map((digits) => system + digits)
		.filter((digits) => expandUpcE(digits) === upcA.slice(0, 11))
		.map((digits) => digits + upcA.slice(11));
}
