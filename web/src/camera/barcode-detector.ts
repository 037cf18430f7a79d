import wasmUrl from "zxing-wasm/reader/zxing_reader.wasm?url";

/** Kinds of codes that stand on packs and cases, as browsers name them. */
const FORMATS = ["ean_13", "ean_8", "upc_a", "upc_e", "itf", "code_128", "data_matrix", "qr_code"] as const;

/** Finds codes in a picture. */
export interface BarcodeDetector {
	detect(picture: HTMLVideoElement): Promise<readonly { readonly rawValue: string }[]>;
}

interface BarcodeDetectorClass {
	new (options: { formats: string[] }): BarcodeDetector;
	getSupportedFormats(): Promise<readonly string[]>;
}

/** The browser's own detector (Android, macOS), or one that is loaded now: more than a megabyte, once. */
export async function openDetector(): Promise<BarcodeDetector> {
	const { BarcodeDetector: own } = globalThis as { BarcodeDetector?: BarcodeDetectorClass };
	const known = (await own?.getSupportedFormats()) ?? [];
	// Some browsers have the class and can read nothing.
	if (own && known.includes("ean_13"))
		return new own({ formats: FORMATS.filter((format) => known.includes(format)) });
	const { BarcodeDetector, prepareZXingModule } = await import("barcode-detector/ponyfill");
	prepareZXingModule({ overrides: { locateFile: () => wasmUrl } });
	return new BarcodeDetector({ formats: [...FORMATS] });
}
