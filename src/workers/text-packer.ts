import { type BuiltPack, buildPack } from "../catalogue/search/build-pack.ts";

/** Packs what products are found by. */
export function build(lines: readonly string[]): BuiltPack {
	return buildPack(lines);
}
