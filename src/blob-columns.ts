import { caseBlobColumns } from "./leaks/cases/tables.ts";
import { orderBlobColumns } from "./orders/tables.ts";
import { blobColumns as imageBlobColumns } from "./pictures/tables.ts";
import { proposalBlobColumns } from "./proposals/tables.ts";

/** Columns in which rows of any room refer to blobs, by table. */
export const blobColumns = {
	...imageBlobColumns,
	...orderBlobColumns,
	...proposalBlobColumns,
	...caseBlobColumns,
};
