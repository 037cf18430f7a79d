import { crc32, deflateSync } from "node:zlib";

/** What a PNG says about its colours where it has neither a profile nor is sRGB (PNG, third edition, sections 11.3.2.1 and 11.3.2.2). */
export interface PngColours {
	readonly isGrey: boolean;
	/** Of the gAMA chunk: the body. */
	readonly gamma: Buffer;
	/** Of the cHRM chunk: white, red, green and blue, each as x and y. */
	readonly chromaticities: Buffer | undefined;
}

type Triple = readonly [number, number, number];
type Matrix = readonly [Triple, Triple, Triple];

/** In both chunks, numbers are stored as so many parts. */
const PARTS = 100_000;
/** What pictures without any gamma are for. */
const SCREEN_GAMMA = 2.2;
/** As in browsers, smaller differences do not count. */
const GAMMA_TOLERANCE = 0.05;
const PLACE_TOLERANCE = 0.001;
/** x and y of white, red, green and blue. */
const SRGB: readonly number[] = [0.3127, 0.329, 0.64, 0.33, 0.3, 0.6, 0.15, 0.06];

/**
 * The chunk of a profile that says what gAMA and cHRM say, which browsers heed and our decoder does not; undefined where they say what is usual.
 */
export function profileChunk({ isGrey, gamma: body, chromaticities }: PngColours): Buffer | undefined {
	const gamma = body.length === 4 ? body.readUInt32BE(0) / PARTS : 0;
	const exponent = Math.round(256 / gamma);
	if (gamma <= 0 || exponent < 1 || exponent > 0xffff) return undefined;
	const given =
		chromaticities?.length === 32 ? SRGB.map((_, at) => chromaticities.readUInt32BE(4 * at) / PARTS) : SRGB;
	const places = isGrey || given.some((place) => place <= 0 || place >= 1) ? SRGB : given;
	const isUsual = places.every((place, at) => Math.abs(place - (SRGB[at] ?? 0)) < PLACE_TOLERANCE);
	if (isUsual && Math.abs(gamma * SCREEN_GAMMA - 1) < GAMMA_TOLERANCE) return undefined;
	const named = Buffer.from("gAMA\0\0", "latin1");
	return chunk(
		"iCCP",
		Buffer.concat([named, deflateSync(profile(exponent, isGrey ? undefined : colorants(places)))]),
	);
}

function chunk(type: string, body: Buffer): Buffer {
	const named = Buffer.concat([Buffer.from(type, "latin1"), body]);
	return Buffer.concat([u32(body.length), named, u32(crc32(named))]);
}

/** A profile of a curve, with three colours or in grey (ICC.1:2001-04). @param exponent of the curve, in parts of 256 */
function profile(exponent: number, colours: readonly Triple[] | undefined): Buffer {
	const curve = Buffer.concat([
		Buffer.from("curv\0\0\0\0"),
		u32(1),
		Buffer.of(exponent >> 8, exponent & 0xff, 0, 0),
	]);
	const tags: (readonly [name: string, data: Buffer])[] = [["wtpt", xyz(D50)]];
	if (colours === undefined) tags.push(["kTRC", curve]);
	else {
		for (const [at, letter] of ["r", "g", "b"].entries()) {
			tags.push([`${letter}XYZ`, xyz(colours[at] ?? D50)], [`${letter}TRC`, curve]);
		}
	}
	const header = Buffer.alloc(128);
	header.write(`mntr${colours === undefined ? "GRAY" : "RGB "}XYZ `, 12, "latin1");
	header.writeUInt32BE(0x02400000, 8);
	header.write("acsp", 36, "latin1");
	xyz(D50).copy(header, 68, 8);
	let at = header.length + 4 + 12 * tags.length;
	const table = tags.map(([name, data]) => {
		const entry = Buffer.concat([Buffer.from(name, "latin1"), u32(at), u32(data.length)]);
		at += data.length;
		return entry;
	});
	header.writeUInt32BE(at, 0);
	return Buffer.concat([header, u32(tags.length), ...table, ...tags.map(([, data]) => data)]);
}

function u32(value: number): Buffer {
	const bytes = Buffer.alloc(4);
	bytes.writeUInt32BE(value >>> 0);
	return bytes;
}

/** Numbers of an XYZ tag are stored as parts of 65,536. */
function xyz(values: Triple): Buffer {
	return Buffer.concat([
		Buffer.from("XYZ \0\0\0\0"),
		...values.map((value) => u32(Math.round(value * 65_536))),
	]);
}

const D50: Triple = [0.9642, 1, 0.8249];
/** To the responses of the eye's cones, by Bradford. */
const CONES: Matrix = [
	[0.8951, 0.2664, -0.1614],
	[-0.7502, 1.7135, 0.0367],
	[0.0389, -0.0685, 1.0296],
];

/** Red, green and blue as profiles have them: in XYZ, so bright that they give white together, and under the light D50. */
function colorants(places: readonly number[]): Triple[] {
	const [white = D50, ...primaries] = [0, 2, 4, 6].map((at) =>
		fromPlace(places[at] ?? 0, places[at + 1] ?? 1),
	);
	const [red = D50, green = D50, blue = D50] = primaries;
	const brightness = times(inverse(columns(red, green, blue)), white);
	const [from, to] = [times(CONES, white), times(CONES, D50)];
	return [red, green, blue].map((colour, at) => {
		const bright = scaled(colour, brightness[at] ?? 1);
		const cones = times(CONES, bright);
		return times(inverse(CONES), [
			(cones[0] * to[0]) / from[0],
			(cones[1] * to[1]) / from[1],
			(cones[2] * to[2]) / from[2],
		]);
	});
}

function fromPlace(x: number, y: number): Triple {
	return [x / y, 1, (1 - x - y) / y];
}

function scaled([x, y, z]: Triple, by: number): Triple {
	return [x * by, y * by, z * by];
}

function columns(one: Triple, two: Triple, three: Triple): Matrix {
	return [
		[one[0], two[0], three[0]],
		[one[1], two[1], three[1]],
		[one[2], two[2], three[2]],
	];
}

function times([one, two, three]: Matrix, by: Triple): Triple {
	const dot = (row: Triple) => row[0] * by[0] + row[1] * by[1] + row[2] * by[2];
	return [dot(one), dot(two), dot(three)];
}

function cross(one: Triple, two: Triple): Triple {
	return [
		one[1] * two[2] - one[2] * two[1],
		one[2] * two[0] - one[0] * two[2],
		one[0] * two[1] - one[1] * two[0],
	];
}

function inverse([one, two, three]: Matrix): Matrix {
	const [a, b, c] = [cross(two, three), cross(three, one), cross(one, two)];
	const determinant = one[0] * a[0] + one[1] * a[1] + one[2] * a[2];
	return columns(scaled(a, 1 / determinant), scaled(b, 1 / determinant), scaled(c, 1 / determinant));
}
