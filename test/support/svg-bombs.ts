/** Drawings of at most some kilobytes that no computer finishes, as somebody might upload them as a logo. */

const svg = (content: string, size = 400) =>
	Buffer.from(
		`<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" width="${size}" height="${size}" viewBox="0 0 ${size} ${size}">${content}</svg>`,
	);

const levels = (count: number) => Array.from({ length: count }, (_, level) => level);

/** Masks on masks: each level of a few bytes multiplies the work. */
function nestedMasks(): Buffer {
	const masks = levels(9).map(
		(level) =>
			`<mask id="m${level + 1}"><rect width="400" height="400" fill="#fff" mask="url(#m${level})"/><circle cx="200" cy="200" r="150" fill="#888" mask="url(#m${level})"/><rect width="300" height="300" fill="#fff" mask="url(#m${level})"/><rect width="200" height="300" fill="#fff" mask="url(#m${level})"/><rect width="100" height="300" fill="#fff" mask="url(#m${level})"/><rect width="90" height="300" fill="#fff" mask="url(#m${level})"/></mask>`,
	);
	return svg(
		`<mask id="m0"><rect width="400" height="400" fill="#fff"/></mask>${masks.join("")}<rect width="400" height="400" mask="url(#m9)"/>`,
	);
}

/** Each level draws the one below many times, through a filter; fewer than the drawing library has a limit for. */
function repeatedUses(): Buffer {
	const filter = `<filter id="f" x="0" y="0" width="1" height="1"><feGaussianBlur stdDeviation="90"/><feMorphology operator="dilate" radius="40"/></filter>`;
	const circles = levels(60).map((at) => `<circle cx="${at}" cy="200" r="200" filter="url(#f)"/>`);
	const uses = (of: string) =>
		levels(40).map((at) => `<use xlink:href="#${of}" x="${at}" filter="url(#f)"/>`);
	const groups = [`<g id="a">${circles.join("")}</g>`, `<g id="b">${uses("a").join("")}</g>`];
	return svg(`<defs>${filter}${groups.join("")}</defs>${uses("b").join("")}`);
}

/** Noise of many octaves, again and again. */
function hugeFilters(): Buffer {
	const noise = levels(60)
		.map(
			(at) =>
				`<feTurbulence type="fractalNoise" baseFrequency="0.9" numOctaves="500" seed="${at}" result="r"/><feMorphology operator="dilate" radius="90"/>`,
		)
		.join("");
	return svg(
		`<filter id="f" x="0" y="0" width="1" height="1">${noise}</filter><rect width="400" height="400" filter="url(#f)"/>`,
	);
}

export const SVG_BOMBS: Readonly<Record<string, Buffer>> = {
	"nested masks": nestedMasks(),
	"repeated uses": repeatedUses(),
	"huge filters": hugeFilters(),
};
