import type { Fault, GivenAnswer, PassedCall } from "./faulty-server.ts";

/** A server fault, and the title of a rule that has to detect it. */
export interface SeededFault {
	readonly fault: string;
	readonly noticedBy: string;
	readonly wrong: Fault;
}

// biome-ignore lint/suspicious/noExplicitAny: faults reach into bodies of many shapes
type Body = any;

/** Modifies JSON answers of matching calls. */
export function inBody(
	fits: (call: PassedCall) => boolean,
	change: (body: Body, call: PassedCall) => unknown,
): Fault {
	return {
		answer(answer, call) {
			if (answer.status >= 300 || !fits(call) || answer.bytes.length === 0) return undefined;
			const body = JSON.parse(answer.bytes.toString());
			const changed = change(body, call) ?? body;
			return { bytes: Buffer.from(JSON.stringify(changed)) };
		},
	};
}

export function inHeaders(
	fits: (call: PassedCall, answer: GivenAnswer) => boolean,
	change: (headers: Record<string, string>) => Record<string, string>,
): Fault {
	return {
		answer: (answer, call) => (fits(call, answer) ? { headers: change({ ...answer.headers }) } : undefined),
	};
}

/** Answers with a different status where the correct server refuses. */
export function insteadOf(
	status: number,
	given: Partial<GivenAnswer>,
	fits: (call: PassedCall) => boolean = always,
): Fault {
	return { answer: (answer, call) => (answer.status === status && fits(call) ? given : undefined) };
}

export const always = () => true;
export const on = (path: RegExp, method?: string) => (call: PassedCall) =>
	path.test(call.path) && (method === undefined || call.method === method);
export const PRODUCT = /^\/api\/v1\/products\/\d+$/;
export const LISTING = /^\/api\/v1\/products$/;
export const IMAGE = /^\/api\/v1\/image\//;

export function without(name: string) {
	return (headers: Record<string, string>) => {
		const { [name]: _removed, ...others } = headers;
		return others;
	};
}

export const json = (value: unknown) => Buffer.from(JSON.stringify(value));
export const fault = (text: string, noticedBy: string, wrong: Fault): SeededFault => ({
	fault: text,
	noticedBy,
	wrong,
});
