import sharp, { type Sharp } from "sharp";
import { createRandomNumbers } from "./random.ts";

/**
 * A made-up package for tests: a coloured body full of shapes and rows of small marks like lines of print, on a plain background. Different seeds
 * give different pictures. `background` may be transparent (`none`).
 */
export function drawnPicture(seed: number, width: number, height: number, background = "#fff"): Sharp {
	const random = createRandomNumbers(seed);
	const between = (low: number, high: number) => low + (high - low) * random();
	const colour = () =>
		`hsl(${Math.round(between(0, 360))} ${Math.round(between(20, 90))}% ${Math.round(between(15, 85))}%)`;
	const shapes: string[] = [];
	for (let i = 0; i < 40; i++) {
		const [x, y] = [between(8, 92), between(8, 92)];
		const [w, h] = [between(2, 22), between(2, 14)];
		shapes.push(
			random() < 0.5
				? `<rect x="${x}" y="${y}" width="${w}" height="${h}" fill="${colour()}" transform="rotate(${between(-40, 40)} ${x} ${y})"/>`
				: `<ellipse cx="${x}" cy="${y}" rx="${w / 2}" ry="${h / 2}" fill="${colour()}"/>`,
		);
	}
	for (let line = 0; line < 14; line++) {
		const [y, ink, size] = [between(10, 88), colour(), between(0.5, 1.8)];
		for (let x = between(9, 40); x < 90; x += size * between(0.7, 2.4))
			shapes.push(
				`<rect x="${x}" y="${y + size * between(-0.5, 0.5)}" width="${size * between(0.3, 0.9)}" height="${size}" fill="${ink}"/>`,
			);
	}
	return sharp(
		Buffer.from(
			`<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 100 100" preserveAspectRatio="none">
			<defs><clipPath id="body"><rect x="6" y="6" width="88" height="88" rx="5"/></clipPath>
			<linearGradient id="light" x2="1" y2="0.4"><stop stop-color="${colour()}"/><stop offset="1" stop-color="${colour()}"/></linearGradient></defs>
			<rect width="100" height="100" fill="${background}"/>
			<g clip-path="url(#body)"><rect width="100" height="100" fill="url(#light)"/>${shapes.join("")}</g></svg>`,
		),
	);
}
