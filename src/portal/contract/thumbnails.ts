import Type from "typebox";
import type { Route } from "../../platform/http/route.ts";
import type { PortalErrorCode } from "./errors.ts";

const ThumbnailPath = Type.Object({
	thumbnail: Type.String({
		description:
			"A version of a picture, with the extension `.webp` or `.jpg`. Without one, the `Accept` header decides.",
		examples: ["01jk3v5t8m2q4w6y8z0a1b2c3d.webp"],
	}),
});

/** The route of thumbnails, which every signed-in user may see. */
export const thumbnailRoutes = {
	"GET /thumbnails/{thumbnail}": {
		tag: "Products",
		summary: "A small picture with the drawn watermark, for pages",
		description:
			"Free, for any signed-in user. It may be cached forever: its address names a version of a picture.",
		access: "account",
		path: ThumbnailPath,
		media: ["image/webp", "image/jpeg"],
		errors: ["not_found", "upstream_error"],
	},
} as const satisfies Record<string, Route<"account", PortalErrorCode>>;
