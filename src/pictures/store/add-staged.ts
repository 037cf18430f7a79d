import type { BeforeCommit } from "../../platform/db/command.ts";
import type { EngineTraits } from "../../platform/db/engine-traits.ts";
import type { Tx } from "../../platform/db/tx.ts";
import { addImage, type ImageOutcome, type NewImage } from "./store.ts";

/** Makes a staged picture the current one, inside the caller's transaction. Its files are already stored. */
export async function addStaged(
	tx: Tx,
	image: NewImage,
	traits: EngineTraits,
	beforeCommit: BeforeCommit,
): Promise<ImageOutcome> {
	const [outcome] = await addImage.run(tx, [image], traits, beforeCommit);
	if (outcome === undefined) throw new Error("a picture came to nothing");
	return outcome;
}

/** A picture of the catalogue, with what is needed to compare it with another. */
export interface PresentPicture {
	readonly image_id: string;
	readonly barcode: string;
	readonly variant: string;
	readonly original_sha256: string;
	readonly width: number;
	readonly height: number;
}

/** The current pictures of some products. */
export function presentPictures(tx: Tx, barcodes: readonly string[]): Promise<PresentPicture[]> {
	return tx
		.selectFrom("image")
		.select(["image_id", "barcode", "variant", "original_sha256", "width", "height"])
		.where("barcode", "in", [...barcodes, ""])
		.where("active", "=", 1)
		.execute();
}
