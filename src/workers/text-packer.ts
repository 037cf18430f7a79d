import type { BuiltPack } from "../catalogue/search/build-pack.ts";
import { buildFromLines } from "../catalogue/search/pack-lines.ts";

/** Packs what products are found by. */
export function build(lines: readonly string[]): BuiltPack {
	return buildFromLines(lines);
}
