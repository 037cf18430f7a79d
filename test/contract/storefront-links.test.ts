import Type from "typebox";
import { Check, Errors } from "typebox/value";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startService, type TestService } from "../support/service.ts";
import { visit } from "../support/visitors.ts";

/** GS1 Digital Links, as the GS1-Conformant Resolver Standard 1.2 wants them answered. */

const BARCODE = "0725272730706";
const GTIN = "00725272730706";

let packshot: TestService;
beforeAll(async () => {
	packshot = await startService({
		settings: { PACKSHOT_STOREFRONT: "on", PACKSHOT_STOREFRONT_REQUESTS_PER_MINUTE: "1000" },
	});
	await packshot.product({ barcode: BARCODE, info: { product_name: "Matzah" } });
});
afterAll(() => packshot.close());

const get = (path: string, options?: RequestInit) => visit(packshot, path, options);
const linkset = { headers: { accept: "application/linkset+json" } };

/** The constraints of https://ref.gs1.org/standards/resolver/1.2.0/description-file-schema on the members that are used here. */
const Description = Type.Object({
	resolverRoot: Type.String({ format: "uri" }),
	supportedPrimaryKeys: Type.Array(
		Type.Enum(
			["all", "00", "01", "253", "255", "401", "402", "410", "411", "412", "413", "414", "415", "417"].concat(
				["8003", "8004", "8006", "8010", "8013", "8017", "8018"],
			),
		),
	),
	name: Type.Optional(Type.String()),
	supportedLinkType: Type.Optional(
		Type.Array(
			Type.Object({
				namespace: Type.Optional(Type.String({ format: "uri" })),
				prefix: Type.Optional(Type.String({ pattern: "^[a-zA-Z_][A-Za-z0-9_-]*?:$" })),
			}),
		),
	),
	linkTypeDefaultCanBeLinkset: Type.Optional(Type.Boolean()),
	contact: Type.Optional(Type.Object({ fn: Type.Optional(Type.String()) })),
	jsonLdContextLocation: Type.Optional(Type.String({ format: "uri" })),
});

const Target = Type.Object({
	href: Type.String({ pattern: "^https?://" }),
	title: Type.String({ minLength: 1 }),
	type: Type.Optional(Type.String({ pattern: "^[a-z]+/[a-z0-9.+-]+$" })),
	hreflang: Type.Optional(Type.Array(Type.String({ pattern: "^\\w{2}(-\\w{2})?$" }))),
});
/** RFC 9264, with what the standard adds: exactly one default, and titles. */
const Linkset = Type.Object({
	linkset: Type.Array(
		Type.Intersect([
			Type.Object({
				anchor: Type.String({ pattern: "^https?://" }),
				itemDescription: Type.Optional(Type.String()),
				"https://ref.gs1.org/voc/defaultLink": Type.Array(Target, { minItems: 1, maxItems: 1 }),
			}),
			Type.Record(Type.String({ pattern: "^https?:" }), Type.Array(Target)),
		]),
	),
});

test("a link of a product redirects to its page, passes its query on, and says where all links are", async () => {
	const { status, headers } = await get(`/01/${GTIN}/10/AB%2F1/21/7?17=291231&utm=x%20y`);
	expect([status, headers.get("location")]).toEqual([
		307,
		`${packshot.origin}/p/${BARCODE}?17=291231&utm=x%20y`,
	]);
	expect(headers.get("link")).toBe(
		`<${packshot.origin}/01/${GTIN}?linkType=linkset>; rel="linkset"; type="application/linkset+json"`,
	);
	expect(headers.get("access-control-allow-origin")).toBe("*");
});

test("a link with fewer digits, as earlier editions of the standard allowed, redirects to the same page", async () => {
	const whole = await get(`/01/${GTIN}`);
	const short = await get(`/01/${GTIN.replace(/^0+/, "")}`);
	expect([short.status, short.headers.get("location")]).toEqual([
		whole.status,
		whole.headers.get("location"),
	]);
});

test.each([
	["the type is accepted", `/01/${GTIN}`, linkset],
	["linkset is asked for", `/01/${GTIN}?linkType=linkset`, {}],
	["all is asked for, as earlier versions had it", `/01/${GTIN}/21/7?linkType=all`, {}],
])("all links are answered when %s", async (_when, path, options) => {
	const { status, headers, text } = await get(path, options);
	expect([status, headers.get("content-type")]).toEqual([200, "application/linkset+json"]);
	expect(headers.get("link")).toMatch(/json-ld#context/);
	const body: unknown = JSON.parse(text);
	expect([...Errors(Linkset, body)]).toEqual([]);
	const page = { href: `${packshot.origin}/p/${BARCODE}`, title: "Matzah" };
	expect(body).toEqual({
		linkset: [
			{
				anchor: `${packshot.origin}/01/${GTIN}`,
				itemDescription: "Matzah",
				"https://ref.gs1.org/voc/defaultLink": [page],
				"https://ref.gs1.org/voc/pip": [{ ...page, type: "text/html", hreflang: ["en"] }],
			},
		],
	});
});

test.each(["gs1:pip", "https://ref.gs1.org/voc/pip", "https://gs1.org/voc/pip", "gs1:defaultLink"])(
	"linkType=%s leads to the page",
	async (linkType) => {
		const { status } = await get(`/01/${GTIN}/?${new URLSearchParams({ linkType })}`);
		expect(status).toBe(307);
	},
);

test.each([
	["a link type that there is not", `/01/${GTIN}?linkType=gs1:recipeInfo`, 404],
	["an unknown GTIN", "/01/09506000134352", 404],
	["a wrong check digit", "/01/00725272730707", 400],
	["too few digits", "/01/725272730", 400],
	["qualifiers in a wrong order", `/01/${GTIN}/21/7/10/A`, 400],
	["half a qualifier", `/01/${GTIN}/10`, 400],
	["another host in disguise", "/01//evil.example/", 400],
])("%s is an error, not a page with 200", async (_what, path, expected) => {
	const { status, headers } = await get(path, linkset);
	expect(status).toBe(expected);
	expect(headers.get("location")).toBe(null);
});

test("the description of the resolver is as its published schema says", async () => {
	const { status, headers, text } = await get("/.well-known/gs1resolver");
	expect([status, headers.get("content-type")]).toEqual([200, "application/json"]);
	expect(headers.get("access-control-allow-origin")).toBe("*");
	const body: unknown = JSON.parse(text);
	expect(Check(Description, body), JSON.stringify([...Errors(Description, body)])).toBe(true);
	expect(body).toMatchObject({ resolverRoot: packshot.origin, supportedPrimaryKeys: ["01"] });
});

test.each([`/01/${GTIN}`, "/.well-known/gs1resolver"])(
	"%s answers HEAD, and OPTIONS for other sites",
	async (path) => {
		const head = await get(path, { method: "HEAD" });
		expect([head.status < 400, head.text]).toEqual([true, ""]);
		const options = await get(path, { method: "OPTIONS" });
		expect([options.status, options.headers.get("access-control-allow-methods")]).toEqual([
			204,
			"GET, HEAD, OPTIONS",
		]);
	},
);

test.each([
	["a redirect", `/01/${GTIN}`, {}],
	["a linkset", `/01/${GTIN}`, linkset],
	["an unknown product", "/01/09506000134352", {}],
	["a malformed link", "/01/x", {}],
	["a preflight request", `/01/${GTIN}`, { method: "OPTIONS" }],
])("%s says that it depends on Accept", async (_what, path, options) => {
	expect((await get(path, options)).headers.get("vary")).toMatch(/^Accept\b/);
});
