const BARCODE = /^[0-9]{4,14}$/;
const PRODUCE_CODE = /^[0-9]{4}$/;

/** Whether the text is a barcode: 4 to 14 ASCII digits. Leading zeros are significant, so `0012` and `12` differ. */
export function isBarcode(text: string): boolean {
	return BARCODE.test(text);
}

/** Whether the text is a produce lookup code: a barcode of exactly 4 digits. */
export function isProduceCode(text: string): boolean {
	return PRODUCE_CODE.test(text);
}
