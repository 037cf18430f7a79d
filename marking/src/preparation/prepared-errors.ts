/** A blob that is damaged, cut short, of another version or no prepared picture at all. */
export class PreparedPictureError extends Error {
	override name = "PreparedPictureError";
}
