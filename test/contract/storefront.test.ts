import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import sharp from "sharp";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { remove } from "../../src/pictures/store/remove.ts";
import { MINUTE_MS } from "../../src/platform/time/durations.ts";
import { newPerson } from "../support/portal.ts";
import { startService, type TestService } from "../support/service.ts";
import { decide, linkedProducts, visit } from "../support/visitors.ts";

/** The public pages of the catalogue, where the operator shows them. */

const MATZAH = "0725272730706";
const HOSTILE = "7290001234567";
const PLU = "4011";
const HOSTILE_NAME = `</script><script>alert("1")</script>'& חלב`;

let packshot: TestService;
beforeAll(async () => {
	packshot = await startService({ settings: { PACKSHOT_STOREFRONT: "on" } });
	await decide(packshot, { contact: "sales@example.com", terms_url: "https://example.com/terms?a=1&b=2" });
	await packshot.product(
		{
			barcode: MATZAH,
			info: {
				product_name: "Festival Matzah",
				brand: "Golden Sheaf",
				product_description: "Sold, not shown",
			},
			nutrition: { calories: "4242" },
			hechshers: [{ symbol: "SECRET-K", dairy_meat_pareve: "pareve" }],
			catalog_meta: { department: "Passover" },
		},
		{ barcode: HOSTILE, info: { product_name: HOSTILE_NAME, brand: `"><img src=x onerror=alert(1)>` } },
		{ barcode: PLU, info: { product_name: "Bananas" } },
	);
	await packshot.picture(MATZAH, "front", { sidePx: 400, sizesPx: [350] });
});
afterAll(() => packshot.close());
beforeEach(() => packshot.clock.advance(60_000));

const get = (path: string, options?: RequestInit) => visit(packshot, path, options);

describe("the front page", () => {
	test("shows products, brands, prices, whom to ask and the terms, without inline scripts or styles", async () => {
		const { status, headers, text } = await get("/");
		expect([status, headers.get("content-type")]).toEqual([200, "text/html; charset=utf-8"]);
		expect(linkedProducts(text).sort()).toEqual([MATZAH, PLU, HOSTILE].sort());
		expect(text).toContain("3 products");
		expect(text).toContain('href="/products?brand=Golden+Sheaf"');
		expect(text).toMatch(/0\.25 credits.*= <strong>45 credits/s);
		expect(text).toContain('href="mailto:sales@example.com"');
		expect(text).toContain('href="https://example.com/terms?a=1&amp;b=2"');
		expect(text).not.toMatch(/<script(?![^>]*\bsrc=)[^>]*>|<style|\sstyle=|\son\w+="/);
		expect(headers.get("content-security-policy")).toMatch(/^default-src 'none'; .*script-src 'self'/);
		expect(headers.get("cache-control")).toBe("private, no-cache");
	});

	test("is at most 60 KB with style sheet, script and letters, in at most 5 requests without pictures", async () => {
		const { text } = await get("/");
		const html = Number(
			(await get("/", { headers: { "accept-encoding": "gzip" }, method: "HEAD" })).headers.get(
				"content-length",
			),
		);
		const folder = fileURLToPath(new URL("../../dist/web/assets/", import.meta.url));
		const sizeOf = (pattern: RegExp) =>
			readFileSync(folder + readdirSync(folder).find((name) => pattern.test(name))).length;
		const files = text.match(/<(script|link)[^>]+(src|href)="\/(?!p\/)[^"]+\.(css|js)"/g);
		expect(files).toHaveLength(2);
		const bytes = html + sizeOf(/^storefront-.*\.css\.br$/) + sizeOf(/^heebo-latin-wght.*\.woff2$/) + 600;
		console.info(
			`the front page is ${(bytes / 1024).toFixed(1)} KB without pictures, of which the document ${html} bytes`,
		);
		expect(bytes).toBeLessThanOrEqual(60 * 1024);
	});

	test("is the pages' own for whoever brings a session, and unknown addresses are too", async () => {
		const headers = { cookie: "other=1; packshot_session=x" };
		const [home, nowhere] = [await get("/", { headers }), await get("/nowhere", { headers })];
		expect([home.status, nowhere.status]).toEqual([200, 404]);
		for (const { text } of [home, nowhere]) expect(text).toContain('<div id="root">');
		expect((await get("/sign-in")).text).toContain('<div id="root">');
	});
});

describe("the page of a product", () => {
	test("gives away name, brand, what exists and a preview, and no other value", async () => {
		const { status, headers, text } = await get(`/p/${MATZAH}`);
		expect([status, headers.get("cache-control")]).toEqual([200, "public, max-age=60"]);
		expect(text).toContain("<title>Festival Matzah · Packshot</title>");
		expect(text).toMatch(/1 photograph.*Nutrition.*0\.05 credits.*Everything/s);
		expect(text).not.toMatch(/4242|SECRET-K|Sold, not shown|"Passover"|400 ?×/);
		expect(text).not.toContain("Ingredients");
	});

	test("is the same for whoever is signed in, so that caches may share it; who that is, no cache keeps", async () => {
		const person = await newPerson(packshot);
		const cookie = person.cookie ?? "";
		const [visitor, customer] = [
			await get(`/p/${MATZAH}`),
			await get(`/p/${MATZAH}`, { headers: { cookie } }),
		];
		expect(customer.text).toBe(visitor.text);
		for (const { headers } of [visitor, customer])
			expect([headers.get("set-cookie"), headers.get("vary")?.includes("ookie") ?? false]).toEqual([
				null,
				false,
			]);
		for (const path of ["session", "keys", "basket"]) {
			const own = await get(`/portal/api/${path}`, { headers: { cookie } });
			expect([own.status, own.headers.get("cache-control")], path).toEqual([200, "no-store"]);
		}
	});

	test("tells search engines its GTIN, name, brand, preview and only address", async () => {
		const { text } = await get(`/p/${MATZAH}`);
		const [, json = ""] = /<script type="application\/ld\+json">(.*?)<\/script>/s.exec(text) ?? [];
		const page = `${packshot.origin}/p/${MATZAH}`;
		expect(JSON.parse(json)).toEqual({
			"@context": "https://schema.org",
			"@type": "Product",
			"@id": page,
			url: page,
			name: "Festival Matzah",
			gtin: MATZAH,
			brand: { "@type": "Brand", name: "Golden Sheaf" },
			image: `${page}/front.jpg`,
		});
		expect(text).toContain(`<link rel="canonical" href="${page}">`);
		expect(text).toContain(`<meta property="og:image" content="${page}/front.jpg">`);
	});

	test("escapes hostile names everywhere", async () => {
		for (const path of ["/", "/products", "/brands", `/p/${HOSTILE}`, "/products?q=%3Cscript%3Ealert(1)"]) {
			const { text } = await get(path);
			expect(text.match(/<script/g)!.length, path).toBeLessThanOrEqual(3);
			expect(text, path).not.toMatch(/alert\("1"\)<\/script>|<img src=x|<script>/);
		}
		const [, json = ""] = /ld\+json">(.*?)<\/script>/s.exec((await get(`/p/${HOSTILE}`)).text) ?? [];
		expect(JSON.parse(json).name).toBe(HOSTILE_NAME);
	});

	test.each([
		["725272730706", MATZAH],
		["00725272730706", MATZAH],
	])("another form of its barcode, %s, leads there", async (form, barcode) => {
		const { status, headers } = await get(`/p/${form}`);
		expect([status, headers.get("location")]).toEqual([308, `/p/${barcode}`]);
	});

	test("a produce code has no GTIN", async () => {
		expect((await get(`/p/${PLU}`)).text).toContain('"productID":"4011"');
	});

	test("changes at once with the catalogue", async () => {
		const barcode = "7290009999999";
		expect((await get(`/p/${barcode}`)).status).toBe(404);
		await packshot.product({ barcode, info: { product_name: "New" } });
		expect((await get(`/p/${barcode}`)).text).toContain("<h1><bdi>New</bdi></h1>");
		await packshot.installation.db.write(remove, {
			barcode,
			variant: null,
			uploadOffsetMinutes: 0,
		});
		expect((await get(`/p/${barcode}`)).status).toBe(404);
	});
});

describe("previews", () => {
	const version = async () => /front\.webp\?v=([0-9a-z]{26})/.exec((await get(`/p/${MATZAH}`)).text)?.[1];

	test.each(["webp", "jpg"])("have 320 pixels, as %s", async (ending) => {
		const answer = await fetch(`${packshot.origin}/p/${MATZAH}/front.${ending}`);
		const { width } = await sharp(Buffer.from(await answer.arrayBuffer())).metadata();
		expect([answer.status, width]).toEqual([200, 320]);
		expect(answer.headers.get("cache-control")).toBe("public, max-age=60");
		expect(answer.headers.get("content-security-policy")).toContain("default-src 'none'");
	});

	test("may be cached for a day at the address of their version", async () => {
		const { headers } = await get(`/p/${MATZAH}/front.webp?v=${await version()}`);
		expect(headers.get("cache-control")).toBe("public, max-age=86400");
	});

	test.each(["back.webp", "front.png", "front", "..%2Ffront.webp", "toString.webp"])(
		"404 for %s",
		async (file) => {
			expect((await get(`/p/${MATZAH}/${file}`)).status).toBe(404);
		},
	);
});

describe("lists", () => {
	test("forgive spelling, and say so", async () => {
		const { text } = await get("/products?q=mazzah");
		expect(linkedProducts(text)).toEqual([MATZAH]);
		expect(text).toContain("<bdi>matzah</bdi>");
		expect(text).toContain('<meta name="robots" content="noindex">');
	});

	test("are narrowed by brand, each with the number of its products", async () => {
		const link = /href="\/products\?brand=Golden\+Sheaf">Golden Sheaf <span>1<\/span>/;
		for (const path of ["/", "/products", "/brands"]) expect((await get(path)).text, path).toMatch(link);
		expect((await get("/products?q=matzah")).text).not.toMatch(link);
	});

	test("go on at addresses that stay the same", async () => {
		const many = await startService({ settings: { PACKSHOT_STOREFRONT: "on" } });
		try {
			const name = (place: number) => `Cracker ${String.fromCharCode(97 + place)}`;
			await many.product(
				...Array.from({ length: 26 }, (_, place) => ({
					barcode: String(20_000_000 + place),
					info: { product_name: name(place), brand: "Zest" },
				})),
			);
			for (const [start, count] of [
				["/products", "26 products. "],
				["/products?q=cracker", "About 26 products. "],
				["/products?brand=Zest", "26 products. "],
			] as const) {
				const first = await visit(many, start);
				expect(first.text, start).toContain(`<p class="quiet">${count}</p>`);
				const [, next = ""] = /href="([^"]+)" rel="next"/.exec(first.text) ?? [];
				const second = await visit(many, next.replaceAll("&amp;", "&"));
				const all = [...linkedProducts(first.text), ...linkedProducts(second.text)];
				expect([linkedProducts(first.text).length, new Set(all).size]).toEqual([24, 26]);
				expect(second.text).not.toContain('rel="next"');
			}
			for (const wrong of ["first-1", "first-99999999", "x", "near-"])
				expect((await visit(many, `/products?after=${wrong}`)).status, wrong).toBe(404);
			// The estimate of a search would also count what a filter by barcode hides.
			await decide(many, { barcodes: ["20"] });
			const filtered = await visit(many, "/products?q=cracker");
			expect([filtered.text.includes('rel="next"'), /\d products/.test(filtered.text)]).toEqual([
				true,
				false,
			]);
		} finally {
			await many.close();
		}
	});

	test("say when nothing is found, and suggest what a mistyped barcode means", async () => {
		expect((await get("/products?q=zzzzzz")).text).toContain("No product found");
		expect(linkedProducts((await get("/products?q=0725272730707")).text)).toEqual([MATZAH]);
		expect((await get("/products?brand=Nobody")).status).toBe(404);
	});
});

test.each(["/nowhere", "/p/99999999", "/p/x", "/products/1", "/sitemaps/x.xml", "/sitemaps/9.xml"])(
	"%s says that there is no such page, without a sign-in form",
	async (path) => {
		const { status, headers, text } = await get(path);
		expect([status, headers.get("cache-control")]).toEqual([404, "no-store"]);
		expect(text).toContain("<h1>There is no such page</h1>");
		expect(text).not.toMatch(/id="root"|type="password"/);
	},
);

test("HEAD answers like GET without a body, and nothing else may be sent", async () => {
	for (const path of ["/", "/products", `/p/${MATZAH}`, "/robots.txt", "/sitemap.xml", "/nowhere"]) {
		const [whole, head] = [await get(path), await get(path, { method: "HEAD" })];
		expect([head.status, head.text], path).toEqual([whole.status, ""]);
		expect(head.headers.get("content-type"), path).toBe(whole.headers.get("content-type"));
	}
	for (const method of ["POST", "PUT", "DELETE"])
		expect((await get("/products", { method })).status).toBe(404);
});

test("what the browser has already is not sent again", async () => {
	const etag = (await get(`/p/${MATZAH}`)).headers.get("etag") ?? "";
	expect((await get(`/p/${MATZAH}`, { headers: { "if-none-match": etag } })).status).toBe(304);
});

test("robots may read the public pages, and the sitemaps list all of them", async () => {
	const { text } = await get("/robots.txt");
	expect(text).toContain(`Sitemap: ${packshot.origin}/sitemap.xml`);
	expect(text).toMatch(/Disallow: \/$/m);
	const index = (await get("/sitemap.xml")).text;
	const maps = [...index.matchAll(/<loc>(.*?)<\/loc>/g)].map(([, url = ""]) => new URL(url).pathname);
	const urls = (await Promise.all(maps.map((path) => get(path)))).map(({ text: xml }) => xml).join("");
	for (const path of ["/", "/brands", `/p/${MATZAH}`, `/p/${PLU}`, `/p/${HOSTILE}`])
		expect(urls).toContain(`<loc>${packshot.origin}${path}</loc>`);
});

test("an address that asks too often gets a page with 429, and the API is not concerned", async () => {
	const busy = await startService({
		settings: {
			PACKSHOT_STOREFRONT: "on",
			PACKSHOT_STOREFRONT_REQUESTS_PER_MINUTE: "10",
			PACKSHOT_IP_REQUESTS_PER_MINUTE: "5",
		},
	});
	try {
		const answers = [];
		for (let count = 0; count < 11; count++)
			answers.push(await visit(busy, count % 2 === 0 ? "/" : "/nowhere"));
		expect(answers.map(({ status }) => status)).toEqual([...new Array(5).fill([200, 404]).flat(), 429]);
		expect(answers.at(-1)?.text).toContain("<h1>Too many requests</h1>");
		expect(Number(answers.at(-1)?.headers.get("retry-after"))).toBeGreaterThan(0);
		expect((await busy.call("/health")).status).toBe(200);
	} finally {
		await busy.close();
	}
});

test("a Host that is none is refused on a page", async () => {
	const { get: request } = await import("node:http");
	const status = await new Promise((resolve) => {
		request(`${packshot.origin}/products`, { headers: { host: "evil.example/path" } }, ({ statusCode }) =>
			resolve(statusCode),
		);
	});
	expect(status).toBe(400);
});

test("what callers write into an address is not kept in memory", async () => {
	let made = 0;
	const long = () => `${++made}`.padEnd(12_000, "x");
	const same = long();
	const addresses: readonly ((text: string) => string)[] = [
		(text) => `/01/00725272730706?x=${text}`,
		(text) => `/01/00725272730706?linkType=linkset&x=${text}`,
		(text) => `/p/${MATZAH}/front.webp?v=${text}`,
		(text) => `/p/${text}`,
		(text) => `/products?brand=${text}`,
		(text) => `/products?after=first-${text}`,
		(text) => `/sitemaps/${text}.xml`,
	];
	const ROUNDS = 30;
	const grown = async (textOf: () => string) => {
		const before = usedBytes();
		for (let count = 0; count < ROUNDS; count++) {
			await Promise.all(addresses.map((of) => get(of(textOf()))));
			packshot.clock.advance(MINUTE_MS);
		}
		return usedBytes() - before;
	};
	// What the first ones leave behind is mostly code.
	await grown(() => same);
	// The heap is shared with what other tests have left behind, which comes and goes; what is kept is there each time.
	const kept = ROUNDS * 12_000;
	let difference = kept;
	for (let times = 0; times < 3 && difference >= kept; times++) {
		const alike = await grown(() => same);
		difference = (await grown(long)) - alike;
	}
	expect(difference).toBeLessThan(kept);
});

/** Of the heap, after a collection. */
function usedBytes(): number {
	setFlagsFromString("--expose-gc");
	(runInNewContext("gc") as () => void)();
	return process.memoryUsage().heapUsed;
}
