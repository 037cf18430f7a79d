import { at, itemsOf, type Json, keysOf } from "../json.ts";
import {
	type Rule,
	require,
	requireEqual,
	requireError,
	requireMatch,
	requireShape,
	requireStatus,
	rule,
	Skipped,
} from "../rule.ts";
import { debitOf, productWithPicture, richProduct, rounded, samplesOf } from "../samples.ts";
import type { Target } from "../target.ts";

/** The versions 1.x in which additions appeared. */
const SINCE_MINOR = { E1: 9, E4: 9, E5: 9, E7: 9, E8: 9, E9: 10, E10: 10, E11: 10, E12: 11 } as const;

/** @throws Skipped if the server implements an earlier version. */
async function requireVersion(target: Target, sinceMinor: number): Promise<void> {
	const { body } = await target.once("health", () => target.call("/health", { token: false }));
	const [major = 0, minor = 0] = String(at(body, "api_version")).split(".").map(Number);
	if (major < 1 || (major === 1 && minor < sinceMinor))
		throw new Skipped(`the server is older than 1.${sinceMinor}`);
}

const addition = (section: keyof typeof SINCE_MINOR, title: string, run: (target: Target) => Promise<void>) =>
	rule(section, title, async (target) => {
		await requireVersion(target, SINCE_MINOR[section]);
		await run(target);
	});

async function post(target: Target, path: string, body: Json) {
	return target.call(path, { method: "POST", body });
}

const PACKET_BYTES = 2048;

/** Additions of versions 1.9 to 1.11. */
export const additionRules: readonly Rule[] = [
	addition("E1", "a size that is not prepared is 400, with those that are", async (target) => {
		const { barcode } = await richProduct(target);
		const answer = await target.call(`/products/${barcode}?include=images&size=31`);
		requireError(answer, 400, "bad_request");
		require(/full/.test(String(at(answer.body, "message"))), "the message lists no sizes");
	}),
	addition("E1", "a smaller size costs what an image costs, and is described as it is", async (target) => {
		const { barcode, variant } = await productWithPicture(target);
		const refusal = await target.call(`/products/${barcode}?include=images&size=31`);
		const size = /\b\d{2,5}\b(?!.*31)/.exec(String(at(refusal.body, "message")).replace(/\b31\b/g, ""))?.[0];
		if (!size) throw new Skipped("the installation prepares no sizes");
		const query = `include=images,image_meta&variants=${variant}`;
		const [whole, smaller] = [
			await target.call(`/products/${barcode}?${query}`),
			await target.call(`/products/${barcode}?${query}&size=${size}`),
		];
		requireStatus(smaller, 200);
		require(debitOf(smaller) === debitOf(whole), "it has another price");
		const edge = (body: Json | undefined) =>
			Math.max(
				...String(at(body, "image_meta", variant, "resolution"))
					.split("x")
					.map(Number),
			);
		require(edge(smaller.body) <= edge(whole.body), "image_meta describes a larger file");
	}),
	addition(
		"E4",
		"changes without a cursor are none yet, free, with a cursor to follow from",
		async (target) => {
			const answer = await target.call("/changes");
			requireStatus(answer, 200);
			requireShape(answer, "Changes");
			requireEqual(at(answer.body, "data"), [], "the changes");
			requireEqual(at(answer.body, "has_more"), false, "has_more");
			require(debitOf(answer) === 0, "it was charged");
			const cursor = encodeURIComponent(String(at(answer.body, "next_cursor")));
			const next = await target.call(`/changes?cursor=${cursor}`);
			requireStatus(next, 200);
			requireShape(next, "Changes");
		},
	),
	addition("E4", "a cursor of nobody, and limits beyond the documented ones, are 400", async (target) => {
		requireError(await target.call("/changes?cursor=nonsense"), 400, "bad_request");
		requireError(await target.call("/changes?limit=1001"), 400, "bad_request");
		requireError(await target.call("/changes?wait=31"), 400, "bad_request");
	}),
	addition("E7", "a barcode means the product that has it, free of charge", async (target) => {
		const [{ barcode }, { unknown }] = [await richProduct(target), await samplesOf(target)];
		const answer = await post(target, "/barcodes/resolve", { barcodes: [barcode, unknown] });
		requireStatus(answer, 200);
		require(debitOf(answer) === 0, "it was charged");
		requireShape(answer, "ResolvedBarcodes");
		for (const each of [barcode, unknown]) {
			const found = at(answer.body, "results", each);
			requireEqual(keysOf(found), ["barcode", "check_digit_valid", "kind", "suggestion", "unit"], each);
			require(!["gs1", "invalid"].includes(String(at(found, "kind"))), `${each} is no barcode of its own`);
		}
		requireEqual(at(answer.body, "results", barcode, "barcode"), barcode, "the barcode itself");
		requireEqual(at(answer.body, "results", unknown, "barcode"), null, "an unknown barcode");
	}),
	addition("E10", "a barcode in any form of GS1 means the product of its GTIN", async (target) => {
		const { barcode } = await richProduct(target);
		const gtin = barcode.padStart(14, "0");
		const forms = [`(01)${gtin}(10)A`, `]d201${gtin}10A`, `https://id.gs1.org/01/${gtin}/10/A`];
		const answer = await post(target, "/barcodes/resolve", { barcodes: [...forms, gtin, "none"] });
		requireStatus(answer, 200);
		for (const form of forms) {
			requireEqual(at(answer.body, "results", form, "kind"), "gs1", `the kind of ${form}`);
			const expected = at(answer.body, "results", gtin, "barcode") ?? null;
			requireEqual(at(answer.body, "results", form, "barcode"), expected, `the product of ${form}`);
			requireEqual(at(answer.body, "results", form, "elements", "10"), "A", `the lot of ${form}`);
		}
		requireEqual(at(answer.body, "results", "none", "reason"), "not_a_barcode", "what is no barcode");
	}),
	addition(
		"E9",
		"GET /balance and GET /account name one balance, and what may still be spent of it",
		async (target) => {
			const [balance, account] = [await target.call("/balance"), await target.call("/account")];
			requireShape(balance, "Balance");
			requireShape(account, "Account");
			requireMatch(at(balance.body, "balance_id"), /^bal_[a-z0-9]{20}$/, "balance_id");
			require(at(account.body, "spending_caps") !== undefined, "spending_caps is missing");
			requireEqual(at(account.body, "balance_id"), at(balance.body, "balance_id") ?? null, "balance_id");
			requireEqual(
				at(account.body, "credit_balance"),
				at(balance.body, "credit_balance") ?? null,
				"credit_balance",
			);
		},
	),
	addition(
		"E12",
		"the kosher record costs a read of hechshers, and says what each rests on",
		async (target) => {
			const { barcode } = await richProduct(target);
			const [read, answer] = [
				await target.call(`/products/${barcode}?include=hechshers`),
				await target.call(`/products/${barcode}/kosher`),
			];
			requireStatus(answer, 200);
			requireShape(answer, "KosherRecord");
			require(debitOf(answer) === debitOf(read), "it has another price than the hechshers");
			const served = itemsOf(at(read.body, "product_meta", "hechshers")).map((each) => at(each, "symbol"));
			const open = itemsOf(at(answer.body, "hechshers")).filter((each) => at(each, "status") !== "withdrawn");
			requireEqual(
				open.map((each) => at(each, "symbol") ?? null),
				served.map((symbol) => symbol ?? null),
				"the hechshers that are not withdrawn",
			);
		},
	),
	addition("E12", "an unknown product has no kosher record, free of charge", async (target) => {
		const { unknown } = await samplesOf(target);
		requireError(await target.call(`/products/${unknown}/kosher`), 404, "not_found");
	}),
	addition("E12", "alerts are listed free of charge, newest publication first", async (target) => {
		const answer = await target.call("/kosher-alerts");
		requireStatus(answer, 200);
		require(debitOf(answer) === 0, "it was charged");
		requireShape(answer, "KosherAlerts");
		const times = itemsOf(at(answer.body, "data")).map((each) =>
			Date.parse(String(at(each, "published_at"))),
		);
		requireEqual(
			times,
			[...times].sort((one, other) => other - one),
			"the order of published_at",
		);
		requireError(await target.call("/kosher-alerts?limit=201"), 400, "bad_request");
		requireError(await target.call("/kosher-alerts?cursor=nonsense"), 400, "bad_request");
		requireError(await target.call("/kosher-alerts/alr_01ARZ3NDEKTSV4RRFFQ69G5FAV"), 404, "not_found");
	}),
	addition("E12", "lines of an order and the kosher record name the live alerts", async (target) => {
		const live = await target.call("/kosher-alerts?live=true");
		const [named] = itemsOf(at(live.body, "data")).filter((each) => itemsOf(at(each, "barcodes")).length > 0);
		const barcode = String(at(named, "barcodes", 0) ?? (await richProduct(target)).barcode);
		const quote = await post(target, "/orders/quote", { items: [{ barcode }] });
		requireStatus(quote, 200);
		const record = await target.call(`/products/${barcode}/kosher`);
		requireStatus(record, 200);
		const about = await target.call(`/kosher-alerts?live=true&limit=200&barcode=${barcode}`);
		const ids = itemsOf(at(about.body, "data")).map((each) => String(at(each, "alert_id")));
		const inLine = at(quote.body, "lines", 0, "alerts");
		require(Array.isArray(inLine), "the line of the quote has no alerts");
		const inRecord = itemsOf(at(record.body, "alerts")).map((each) => String(at(each, "alert_id")));
		for (const found of [itemsOf(inLine).map(String), inRecord])
			requireEqual(found.toSorted(), ids.toSorted(), "the alerts");
		const [id] = ids;
		if (id === undefined) throw new Skipped("no live alert names a product that the client sees");
		const one = await target.call(`/kosher-alerts/${id}`);
		requireStatus(one, 200);
		requireShape(one, "KosherAlertAnswer");
		require(debitOf(one) === 0, "it was charged");
	}),
	addition("E11", "a picture carries one packet of 2,048 bytes at its place", async (target) => {
		const { barcode, variant } = await productWithPicture(target);
		const query = `include=images,image_meta&variants=${variant}`;
		const answer = await target.call(`/products/${barcode}?${query}`);
		requireStatus(answer, 200);
		const picture = await target.call(String(at(answer.body, "images", variant)), { token: false });
		requireStatus(picture, 200);
		const packet = packetIn(picture.bytes);
		require(packet?.length === PACKET_BYTES, "there is none");
		require(/^<\?xpacket begin=[\s\S]*<\?xpacket end="w"\?>$/.test(packet.toString()), "it is no XMP packet");
		const stated = at(answer.body, "image_meta", variant, "file_size_bytes") ?? null;
		requireEqual(picture.bytes.length, Number(stated), "the length of the file");
	}),
	addition("E5", "a test of the webhook is 202 with meta, or 404 where there is none", async (target) => {
		const answer = await target.call("/webhook/test", { method: "POST" });
		if (answer.status === 404) return requireError(answer, 404, "not_found");
		requireStatus(answer, 202);
		requireShape(answer, "WebhookTest");
		require(debitOf(answer) === 0, "it was charged");
	}),
	addition("E8", "a quote costs nothing and is the sum of its lines", async (target) => {
		const [{ barcode }, { unknown }] = [await richProduct(target), await samplesOf(target)];
		const items = [{ barcode }, { barcode: unknown }, { barcode }];
		const answer = await post(target, "/orders/quote", { items, include: ["info"] });
		requireStatus(answer, 200);
		require(debitOf(answer) === 0, "it was charged");
		requireShape(answer, "OrderQuote");
		const lines = itemsOf(at(answer.body, "lines"));
		requireEqual(lines.length, 2, "the number of lines: items of one barcode are merged");
		const sum = rounded(lines.reduce<number>((all, each) => all + Number(at(each, "credits")), 0));
		requireEqual(at(answer.body, "credits"), sum, "credits");
	}),
	addition("E8", "an order beyond max_credits is 422, and buys nothing", async (target) => {
		const { barcode } = await richProduct(target);
		const answer = await post(target, "/orders", { items: [{ barcode }], max_credits: 0.0001 });
		requireError(answer, 422, "max_credits_exceeded");
		require(debitOf(answer) === 0, "it was charged");
	}),
	addition("E8", "what was ordered is fetched again free of charge", async (target) => {
		const { barcode } = await richProduct(target);
		const ordered = await post(target, "/orders", { items: [{ barcode }], include: ["info"] });
		requireStatus(ordered, 201);
		require(/\/orders\/ord_/.test(ordered.headers.location ?? ""), "there is no Location");
		const again = await target.call(`/orders/${at(ordered.body, "order_id")}/products`);
		requireStatus(again, 200);
		require(debitOf(again) === 0, "it was charged again");
		requireEqual(
			itemsOf(at(again.body, "data")).map((each) => at(each, "barcode") ?? null),
			[barcode],
			"its products",
		);
	}),
	addition("E8", "an order of nobody is 404 not_found", async (target) => {
		requireError(await target.call("/orders/ord_01ARZ3NDEKTSV4RRFFQ69G5FAV"), 404, "not_found");
	}),
];

/** What stands before a packet of 2,048 bytes: the head of an APP1 segment, or of an iTXt chunk. */
const JPEG_FRAME = "\xff\xe1\x08\x1fhttp://ns.adobe.com/xap/1.0/\0";
const PNG_FRAME = "\0\0\x08\x16iTXtXML:com.adobe.xmp\0\0\0\0\0";

/** The packet after a JPEG's APP0, or else SOI, or after a PNG's IHDR. */
function packetIn(file: Buffer): Buffer | undefined {
	const isPng = file[0] === 0x89;
	const frame = Buffer.from(isPng ? PNG_FRAME : JPEG_FRAME, "latin1");
	const afterApp0 = file.subarray(2, 4).toString("hex") === "ffe0" ? 4 + file.readUInt16BE(4) : 2;
	const start = isPng ? 33 : afterApp0;
	const end = start + frame.length;
	return file.subarray(start, end).equals(frame) ? file.subarray(end, end + PACKET_BYTES) : undefined;
}
