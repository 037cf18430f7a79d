import negotiate from "@fastify/accept-negotiator";
import { handlers } from "../../../pages/call.ts";
import type { FindThumbnail, ThumbnailFormat } from "../../../pictures/store/thumbnails.ts";
import { commonErrors } from "../../../platform/http/http-error.ts";
import { thumbnailRoutes } from "./contract.ts";

const FORMATS: ReadonlyMap<string, ThumbnailFormat> = new Map(
	Object.entries({ ".webp": "webp", ".jpg": "jpeg" }),
);
const NAME = /^([0-9a-z]{26})(\.[a-z]+)?$/;

/** The URL names a version of a picture, which never changes. */
const CACHING = "private, max-age=31536000, immutable";

/** Thumbnails for the pages: free for every signed-in user. */
export interface ThumbnailParts {
	readonly findThumbnail: FindThumbnail;
}

export function thumbnailHandlers({ findThumbnail }: ThumbnailParts) {
	return handlers(thumbnailRoutes)({
		async "GET /thumbnails/{thumbnail}"({ path, request, reply }) {
			const [, imageId = "", ending] = NAME.exec(path.thumbnail) ?? [];
			const format = ending === undefined ? acceptedFormat(request.headers.accept) : FORMATS.get(ending);
			const file = format && imageId !== "" ? await findThumbnail(imageId, format) : undefined;
			if (!format || !file) throw commonErrors.not_found({ message: "There is no such thumbnail." });
			if (ending === undefined) reply.header("vary", "Accept");
			reply.header("cache-control", CACHING).type(`image/${format}`).send(Buffer.from(file));
		},
	});
}

/** Clients that accept neither format, or do not say, get the one that every browser shows. */
function acceptedFormat(accept = ""): ThumbnailFormat {
	return negotiate(accept, ["image/webp", "image/jpeg"]) === "image/webp" ? "webp" : "jpeg";
}
