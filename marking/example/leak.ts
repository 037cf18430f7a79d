/* Marks a picture for three clients, lets one copy leak, and finds out whose it was. Run: node leak.ts [photo.jpg] */
import { randomBytes } from "node:crypto";
import { readFileSync } from "node:fs";
import { attributeLeaks } from "@packshot/marking/attribute";
import { codeword, deliver } from "@packshot/marking/deliver";
import { preparePicture } from "@packshot/marking/prepare";
import sharp from "sharp";

const path = process.argv[2];
const photo = path ? readFileSync(path) : await texturedPicture();

// Once for each picture: store `picture.stored` and `picture.fingerprint`.
const picture = await preparePicture(photo);
if ("refused" in picture) throw new Error(picture.refused);
const { base, flips, markable } = picture;
const imageId = "picture-1";
console.log(
	`${picture.contentType}, ${flips.cellCount} cells, ${markable ? "markable" : "too plain to mark"}`,
);

// Once for each client: 32 random bytes, kept secret and for ever.
const clients = ["ann", "ben", "cleo"].map((clientId) => ({ clientId, markSeed: randomBytes(32) }));

// At every delivery: a copy of the base with this client's cells flipped.
const [copy] = clients.map(({ markSeed }) =>
	deliver(base, flips, codeword(markSeed, imageId, flips.cellCount)),
);

// What happens to a copy out there.
const leak = await sharp(copy).resize({ width: 900 }).jpeg({ quality: 70 }).toBuffer();

// Later: whose copy was it?
const { verdict, candidates } = await attributeLeaks([leak], [{ imageId, base, flips }], clients);
const [first] = candidates;
console.log(`${verdict}: ${first?.clientId}, false with probability ${first?.falsePositiveProbability}`);

/** Noise is what marks hide in; a photograph has plenty. */
function texturedPicture(): Promise<Buffer> {
	const noise = { type: "gaussian", mean: 128, sigma: 40 } as const;
	const create = { width: 1200, height: 1200, channels: 3, background: "#888", noise } as const;
	return sharp({ create }).blur(1.5).jpeg({ quality: 95 }).toBuffer();
}
