/** The file in the folder of an export that says so: barcodes in it are literal, whatever their leading zeros. */
export const EXPORT_MARKER = "packshot-export.json";

/** The content of that file. */
export const EXPORT_MARKER_TEXT = `${JSON.stringify({ exported_by: "packshot", barcodes: "exact" })}\n`;
