import type { TSchema } from "typebox";
import { Compile } from "typebox/compile";

/** A check that is compiled when it is first made: that takes up to 50 ms, and most programs and threads that load it never make it. */
export function compiled<S extends TSchema>(schema: S) {
	const compile = () => Compile(schema);
	let check: ReturnType<typeof compile> | undefined;
	return () => {
		check ??= compile();
		return check;
	};
}
