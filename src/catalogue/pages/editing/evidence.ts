import type { Tx } from "../../../platform/db/tx.ts";

/** Which of the products have been delivered, bought or traced: their barcodes are named in evidence and in what clients hold. */
export async function withEvidence(tx: Tx, barcodes: readonly string[]): Promise<ReadonlySet<string>> {
	const named = new Set<string>();
	for (const barcode of barcodes) if (await hasEvidence(tx, barcode)) named.add(barcode);
	return named;
}

async function hasEvidence(tx: Tx, barcode: string): Promise<boolean> {
	for (const look of [delivered, bought, traced]) if (await look(tx, barcode)) return true;
	return false;
}

async function delivered(tx: Tx, barcode: string): Promise<boolean> {
	const row = await tx
		.selectFrom("image")
		.innerJoin("delivery", "delivery.image_id", "image.image_id")
		.select("image.image_id")
		.where("image.barcode", "=", barcode)
		.limit(1)
		.executeTakeFirst();
	return row !== undefined;
}

/** Goes through the clients, because what they bought is found by client and barcode. */
async function bought(tx: Tx, barcode: string): Promise<boolean> {
	const row = await tx
		.selectFrom("client")
		.select("client_id")
		.where(({ exists, selectFrom }) =>
			exists(
				selectFrom("bought_product")
					.select("bought_product.barcode")
					.whereRef("bought_product.client_id", "=", "client.client_id")
					.where("bought_product.barcode", "=", barcode),
			),
		)
		.limit(1)
		.executeTakeFirst();
	return row !== undefined;
}

/** Named as what a leak shows, by a person or by the result. */
async function traced(tx: Tx, barcode: string): Promise<boolean> {
	const row = await tx
		.selectFrom("leak_case")
		.select("case_id")
		.where((is) => is.or([is("barcode", "=", barcode), is("result", "like", `%"barcode":"${barcode}"%`)]))
		.limit(1)
		.executeTakeFirst();
	return row !== undefined;
}
