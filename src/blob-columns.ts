import { caseBlobColumns } from "./cases/tables.ts";
import { blobColumns as imageBlobColumns } from "./images/tables.ts";
import { orderBlobColumns } from "./orders/tables.ts";
import { proposalBlobColumns } from "./portal/proposals/tables.ts";

/** Where rows of all rooms name blobs: columns by table. */
export const blobColumns = {
	...imageBlobColumns,
	...orderBlobColumns,
	...proposalBlobColumns,
	...caseBlobColumns,
};
