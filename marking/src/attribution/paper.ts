import type { Picture } from "./picture.ts";

/** Luma from which a pixel counts as white paper, in spite of compression. */
const paperWhite = 250;

/** A narrower margin is no background worth leaving out. */
const leastShare = 0.02;

/**
 * The picture with the white that reaches its edge made transparent: where it leaks, it may have been cut from that white. Pictures that are
 * transparent already, or whose edge is not white, are returned unchanged.
 */
export function withoutPaper(picture: Picture): Picture {
	if (picture.opacity) return picture;
	const { width, height, values } = picture.luma;
	const opacity = new Float32Array(values.length).fill(1);
	const open = new Int32Array(values.length);
	let count = 0;
	const visit = (at: number) => {
		if (opacity[at] === 0 || (values[at] as number) < paperWhite) return;
		opacity[at] = 0;
		open[count++] = at;
	};
	for (let x = 0; x < width; x++) for (const y of [0, height - 1]) visit(y * width + x);
	for (let y = 0; y < height; y++) for (const x of [0, width - 1]) visit(y * width + x);
	for (let done = 0; done < count; done++) {
		const at = open[done] as number;
		const x = at % width;
		if (x > 0) visit(at - 1);
		if (x < width - 1) visit(at + 1);
		if (at >= width) visit(at - width);
		if (at < values.length - width) visit(at + width);
	}
	return count < leastShare * values.length
		? picture
		: { ...picture, opacity: { width, height, values: opacity } };
}
