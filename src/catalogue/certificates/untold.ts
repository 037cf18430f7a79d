import { type CertificateContent, contentOf } from "./given.ts";

/** A change of a certificate that some of its products have not been told. */
export interface Untold {
	/** The last product that was told, in the order of barcodes. */
	readonly after: string;
	/** What the certificate said before, for the histories of the products; null: these show nothing. */
	readonly before: CertificateContent | null;
	readonly changeSet: number | null;
}

export function untoldText({ after, before, changeSet }: Untold): string {
	return JSON.stringify({ after, before: before && contentOf(before), changeSet });
}

export function readUntold(text: string): Untold {
	return JSON.parse(text);
}
