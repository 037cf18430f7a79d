import type { Migration } from "../platform/db/migrate.ts";
import { addedColumns } from "./table.ts";

/** How a picture is turned and cropped. */
export const pictureAdjustments: Migration = {
	name: "0059-picture-adjustments",
	async up(tx, traits) {
		await addedColumns(tx, traits, "image", { adjustment: "text?" });
	},
};
