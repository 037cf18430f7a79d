import { type Caller, curlOf } from "./curl.ts";
import { type Endpoint, ownValues, type Values } from "./endpoint.ts";
import { pythonOf } from "./python.ts";
import { sdkProgram } from "./sdk-call.ts";
import { sdkMethods } from "./sdk-methods.ts";

export const languages = ["curl", "TypeScript", "Python"] as const;
export type Language = (typeof languages)[number];

/** A call as code, in each language that can make it. */
export function codeSamples(
	endpoint: Endpoint,
	values: Values,
	caller: Caller,
): Readonly<Partial<Record<Language, string>>> {
	const own = ownValues(endpoint, values);
	const sdk = sdkMethods[endpoint.id]?.(own);
	return {
		curl: curlOf(endpoint, own, caller),
		...(sdk ? { TypeScript: sdkProgram(sdk, caller) } : {}),
		Python: pythonOf(endpoint, own, caller),
	};
}
