import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { PORTAL_PATH } from "../../src/pages/contract.ts";
import { methodAndPath, type Route, type RouteTable } from "../../src/platform/http/route.ts";
import { newKey, newPerson } from "../support/portal.ts";
import { everyScope, newBarcode } from "../support/products.ts";
import { apiRoutes, routes as portalRoutes } from "../support/routes.ts";
import { startService, type TestService } from "../support/service.ts";
import { isLong } from "../support/thoroughness.ts";

/**
 * Names that every JavaScript object inherits are texts like any other: wherever a caller may put one, nothing is found under it, and the answer is
 * never a 5xx.
 */

/** The gate has one that is a function and one that is a setter, and puts them into the places of a request in turn. */
const NAMES = isLong
	? ["constructor", "__proto__", "toString", "hasOwnProperty"]
	: ["constructor", "__proto__"];

let packshot: TestService;
const barcode = newBarcode();
/** What exists, so that a walk gets as far as possible with the parameters that it leaves alone. */
const known: Record<string, string> = {
	barcode,
	variant: "front",
	size: "preview",
	leak: "1",
	candidate: "1",
};
beforeAll(async () => {
	packshot = await startService({
		settings: {
			PACKSHOT_IP_REQUESTS_PER_MINUTE: "10000000",
			PACKSHOT_PORTAL_REQUESTS_PER_MINUTE: "10000000",
			PACKSHOT_WEBHOOKS: "on",
		},
	});
	await packshot.product(everyScope(barcode));
	await packshot.picture(barcode, "front");
});
afterAll(() => packshot.close());

/** A request to one route, with one thing of it replaced. */
interface Attempt {
	readonly path: string;
	/** JSON text, because an object literal cannot hold `__proto__`. */
	readonly body?: string;
}

interface Shape {
	readonly type?: string;
	readonly properties?: Readonly<Record<string, Shape>>;
	readonly required?: readonly string[];
	readonly items?: Shape;
	readonly anyOf?: readonly Shape[];
	readonly enum?: readonly unknown[];
	readonly const?: unknown;
	readonly examples?: readonly unknown[];
	readonly minimum?: number;
	readonly minItems?: number;
}

/** JSON text of a value that a schema allows, as far as types, choices and examples say. */
function sample(shape: Shape): string {
	const { examples, enum: choices, anyOf } = shape;
	if (examples?.length) return JSON.stringify(examples[0]);
	if (shape.const !== undefined) return JSON.stringify(shape.const);
	if (choices) return JSON.stringify(choices[0]);
	if (anyOf) return sample(anyOf[0]!);
	if (shape.type === "array") return `[${sample(shape.items ?? {})}]`;
	if (shape.type === "boolean") return "true";
	if (shape.type === "integer" || shape.type === "number") return String(Math.max(1, shape.minimum ?? 1));
	if (shape.type === "null") return "null";
	if (shape.properties) return object(Object.entries(shape.properties).map(([key, of]) => [key, sample(of)]));
	return '"x"';
}

const object = (entries: readonly (readonly [string, string])[]) =>
	`{${entries.map(([key, text]) => `${JSON.stringify(key)}:${text}`).join(",")}}`;

const PLAIN = new Set(["boolean", "integer", "null", "number", "string"]);

/** Every way to put a name into a value: as the value itself, as a key of its own, and inside of each of its parts. */
function spoilt(shape: Shape, name: string): string[] {
	const word = JSON.stringify(name);
	// Anything but the word is refused for its type before anybody looks at names.
	if (PLAIN.has(shape.type ?? "")) return [word];
	const own = [word, `{${word}:1}`, `{${word}:{${word}:${word}}}`, `[${word}]`];
	if (shape.anyOf) return [...own, ...shape.anyOf.flatMap((one) => spoilt(one, name))];
	if (shape.items) return [...own, ...spoilt(shape.items, name).map((text) => `[${text}]`)];
	const entries = Object.entries(shape.properties ?? {});
	const whole = entries.map(([key, of]) => [key, sample(of)] as const);
	const inside = entries.flatMap(([key, of], place) =>
		spoilt(of, name).map((text) => object(whole.with(place, [key, text]))),
	);
	return entries.length === 0
		? own
		: [...own, ...inside, object([...whole, [name, "1"]]), object([...whole, [name, `{${word}:1}`]])];
}

const filled = (path: string, values: Readonly<Record<string, string>>) =>
	path.replace(/\{(\w+)\}/g, (_, key: string) => encodeURIComponent(values[key] ?? "nothing"));

function attempts(name: string, route: Route): Attempt[] {
	const { method, path } = methodAndPath(name);
	const parameters = [...path.matchAll(/\{(\w+)\}/g)].map(([, key = ""]) => key);
	const query = (route.query ?? {}) as Shape;
	const required = (query.required ?? [])
		.map((key) => [key, String(JSON.parse(sample(query.properties?.[key] ?? {})))] as const)
		.map(([key, value]) => [key, known[key] ?? value] as const);
	const asked = (values: Readonly<Record<string, string>>, more: readonly (readonly [string, string])[]) =>
		`${filled(path, { ...known, ...values })}?${new URLSearchParams([...new Map([...required, ...more])])}`;
	const body = (route.body ?? {}) as Shape;
	const takesBody = method !== "GET" && method !== "HEAD" && route.body;
	const whole = takesBody ? { body: sample(body) } : {};
	const byName = NAMES.map((word) => [
		...parameters.map((key) => ({ path: asked({ [key]: word }, []), ...whole })),
		...parameters.map((key) => ({ path: asked({ [key]: `${known[key] ?? "x"}.${word}` }, []), ...whole })),
		...[...Object.keys(query.properties ?? {}), word].map((key) => ({
			path: asked({}, [[key, word]]),
			...whole,
		})),
		...(takesBody ? spoilt(body, word).map((text) => ({ path: asked({}, []), body: text })) : []),
	]);
	return isLong ? byName.flat() : byName[0]!.map((_, place) => byName[place % NAMES.length]![place]!);
}

/** Calls every attempt of a route. @returns those that the service failed at. */
async function failures(
	base: string,
	[name, route]: readonly [string, Route],
	headers: Readonly<Record<string, string>>,
): Promise<string[]> {
	const { method } = methodAndPath(name);
	const failed: string[] = [];
	for (const { path, body } of attempts(name, route)) {
		const response = await fetch(`${packshot.origin}${base}${path}`, {
			method,
			redirect: "manual",
			headers: { ...(body === undefined ? {} : { "content-type": "application/json" }), ...headers },
			...(body === undefined ? {} : { body }),
		});
		await response.arrayBuffer();
		if (response.status >= 500) failed.push(`${response.status} ${method} ${path} ${body ?? ""}`);
	}
	return failed;
}

const rowsOf = (table: RouteTable) => Object.entries<Route>(table);

describe.each(rowsOf(apiRoutes))("%s", (name, route) => {
	test("treats names that objects inherit as texts like any other", async () => {
		const many = 10_000_000;
		const token = await (await packshot.client({ requestsPerMinute: many, requestsPerDay: many })).token();
		const found = await failures("/api/v1", [name, route], { authorization: `Bearer ${token}` });
		expect(found).toEqual([]);
	});
});

describe.each(rowsOf(portalRoutes))("%s of the pages", (name, route) => {
	test("treats names that objects inherit as texts like any other", async () => {
		packshot.clock.advance(60_000);
		const person = await newPerson(packshot, { isAdministrator: true });
		const { clientId } = await newKey(person);
		known.client_id = clientId;
		known.account_id = person.accountId;
		const headers = { cookie: person.cookie!, origin: packshot.origin, "x-packshot-csrf": person.csrf! };
		expect(await failures(PORTAL_PATH, [name, route], headers)).toEqual([]);
	});
});
