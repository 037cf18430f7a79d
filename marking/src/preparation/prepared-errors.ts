/** A blob is damaged, truncated, of another version, or not a prepared picture at all. */
export class PreparedPictureError extends Error {
	override name = "PreparedPictureError";
}
