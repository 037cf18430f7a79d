import type { WatermarkPolicy } from "../../clients/policy/client.ts";
import type { ImageRow } from "../tables.ts";

/**
 * Whether a client with this policy gets the visible watermark. A picture that cannot carry the invisible marks goes out with the visible one regardless
 * of policy: unmarked bytes are never sent. If the style draws nothing, both bases are one file.
 */
export function isDrawn(
	policy: WatermarkPolicy,
	{ markable, watermarked_blob, plain_blob }: Pick<ImageRow, "markable" | "watermarked_blob" | "plain_blob">,
): boolean {
	return (policy === "required" || markable === 0) && watermarked_blob !== plain_blob;
}
