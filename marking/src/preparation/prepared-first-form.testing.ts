import { createHash } from "node:crypto";
import type { CellPlan } from "../marks/cells.ts";
import { encodeFlips } from "../marks/flip-codec.testing.ts";
import { firstMagic } from "./prepared-first-form.ts";

/** A prepared picture as stored by earlier versions. */
export function encodeFirstForm(base: Uint8Array, plan: CellPlan): Uint8Array {
	const flips = encodeFlips(plan);
	const lengths = Buffer.alloc(8);
	lengths.writeUInt32BE(base.length);
	lengths.writeUInt32BE(flips.length, 4);
	const header = Buffer.concat([firstMagic, lengths, sha256(base), sha256(flips)]);
	return Buffer.concat([header, sha256(header), base, flips]);
}

function sha256(bytes: Uint8Array): Buffer {
	return createHash("sha256").update(bytes).digest();
}
