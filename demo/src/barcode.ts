/** The last digit of an EAN-13, UPC-A, EAN-8 or GTIN-14 (GS1 General Specifications 7.9: weights 3 and 1 from the right). */
export function checkDigit(digitsBefore: string): string {
	let sum = 0;
	for (let i = 0; i < digitsBefore.length; i++) {
		const digit = digitsBefore.charCodeAt(digitsBefore.length - 1 - i) - 48;
		sum += i % 2 === 0 ? digit * 3 : digit;
	}
	return String((10 - (sum % 10)) % 10);
}

export function withCheckDigit(digitsBefore: string): string {
	return digitsBefore + checkDigit(digitsBefore);
}

/** A barcode with GS1 prefix 299: prefixes 20 to 29 are for internal use in companies and never occur on a product on sale. */
export function fictionalEan13(number: number): string {
	return withCheckDigit(`299${String(number).padStart(9, "0")}`);
}

/** A UPC-A of number system 4, which is reserved for use inside a shop. */
export function fictionalUpcA(number: number): string {
	return withCheckDigit(`49${String(number).padStart(9, "0")}`);
}

/** A UPC-A that can be abbreviated to a UPC-E, from the unassigned GS1 prefixes 0000001 to 0000099. @param number one digit, from 1 */
export function fictionalShortUpcA(number: number): string {
	return withCheckDigit(`0000${number}000007`);
}
