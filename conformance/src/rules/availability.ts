import { at, entriesOf, itemsOf, keysOf } from "../json.ts";
import {
	type Rule,
	require,
	requireEqual,
	requireError,
	requireShape,
	requireStatus,
	rule,
} from "../rule.ts";
import { richProduct, samplesOf, wholeProduct } from "../samples.ts";
import { METADATA_SCOPES } from "../shapes.ts";

/** Booleans, never values: section 4.3. */
export const availabilityRules: readonly Rule[] = [
	rule("4.3", "GET /metadata/{barcode} has booleans for scopes and fields", async (target) => {
		const { barcode } = await richProduct(target);
		const answer = await target.call(`/metadata/${barcode}`);
		requireStatus(answer, 200);
		requireShape(answer, "MetadataAvailability");
		requireEqual(at(answer.body, "barcode"), barcode, "barcode");
	}),
	rule("4.3", "worth_requesting names what a read returns", async (target) => {
		const { barcode, scopes } = await richProduct(target);
		const { body } = await target.call(`/metadata/${barcode}`);
		const worth = itemsOf(at(body, "worth_requesting")).map(String);
		requireEqual(worth.filter((scope) => scope !== "images").sort(), [...scopes].sort(), "worth_requesting");
		const read = await wholeProduct(target);
		const hasUrl = entriesOf(at(read.body, "images")).some(([, url]) => url !== null);
		requireEqual(worth.includes("images"), hasUrl, "images in worth_requesting");
	}),
	rule("4.3", "a field is available where a read has a value", async (target) => {
		const { barcode } = await richProduct(target);
		const { body } = await target.call(`/metadata/${barcode}`);
		const read = at((await wholeProduct(target)).body, "product_meta");
		for (const field of ["brand", "product_name", "net_weight", "manufacturer"]) {
			const value = at(read, field);
			const has = typeof value === "string" && value !== "";
			requireEqual(at(body, "metadata_fields", "info", field), has, `metadata_fields.info.${field}`);
		}
	}),
	rule("4.3", "no metadata value is in an availability answer", async (target) => {
		const { barcode } = await richProduct(target);
		const { body } = await target.call(`/metadata/${barcode}`);
		const read = at((await wholeProduct(target)).body, "product_meta");
		const name = at(read, "product_name");
		if (typeof name !== "string" || name.length < 6) return;
		require(!JSON.stringify(body).includes(JSON.stringify(name)), "the product's name is in it");
	}),
	rule(
		"4.3",
		"availability of an unknown barcode is 404 not_found, of a malformed one 400",
		async (target) => {
			const { unknown } = await samplesOf(target);
			requireError(await target.call(`/metadata/${unknown}`), 404, "not_found");
			requireError(await target.call("/metadata/12x4"), 400, "invalid_barcode");
		},
	),
	rule("4.3", "a bulk check of availability has fields only if asked for", async (target) => {
		const [{ barcode }, { unknown }] = [await richProduct(target), await samplesOf(target)];
		const check = (fields: boolean) =>
			target.call("/metadata/bulk-check", { method: "POST", body: { barcodes: [barcode, unknown], fields } });
		for (const [fields, members] of [
			[false, ["exists", "metadata"]],
			[true, ["exists", "metadata", "metadata_fields"]],
		] as const) {
			const answer = await check(fields);
			requireShape(answer, "MetadataCheck");
			requireEqual(keysOf(at(answer.body, "results", barcode)), members, `what there is of ${barcode}`);
			requireEqual(at(answer.body, "results", barcode, "exists"), true, `exists of ${barcode}`);
			requireEqual(at(answer.body, "results", unknown), { exists: false }, unknown);
		}
	}),
	rule("4.3", "has lists only products that have it, missing only those that lack it", async (target) => {
		const rows = async (query: string) => {
			const answer = await target.call(`/metadata/products?include_metadata=true&per_page=20&${query}`);
			requireStatus(answer, 200);
			return itemsOf(at(answer.body, "data"));
		};
		for (const row of await rows("has=info,image_meta")) {
			requireEqual(
				[at(row, "metadata", "info") ?? null, at(row, "metadata", "image_meta") ?? null],
				[true, true],
				"has=info,image_meta",
			);
		}
		for (const row of await rows("missing=nutrition"))
			requireEqual(at(row, "metadata", "nutrition"), false, "missing=nutrition");
	}),
	rule("4.3", "the listing of availability echoes its filters", async (target) => {
		const { body } = await target.call("/metadata/products?has=info&per_page=1");
		requireEqual(at(body, "filters"), { has: "info", missing: null }, "filters");
	}),
	rule("4.3", "maps are embedded only if asked for", async (target) => {
		const [row] = itemsOf(at((await target.call("/metadata/products?per_page=1")).body, "data"));
		requireEqual(keysOf(row), ["barcode", "variants"], "the members of a row");
		const full = await target.call("/metadata/products?per_page=1&include_fields=true");
		requireShape(full, "MetadataList");
		for (const each of itemsOf(at(full.body, "data")))
			requireEqual(
				keysOf(each),
				["barcode", "metadata", "metadata_fields", "variants"],
				"the members with maps",
			);
	}),
	rule("7", "an unknown key in has or missing is 422 invalid_metadata_key with a hint", async (target) => {
		for (const query of ["has=colour", "missing=info.colour"]) {
			const answer = await target.call(`/metadata/products?${query}`);
			requireError(answer, 422, "invalid_metadata_key");
			require(typeof at(answer.body, "hint") === "string", "there is no hint");
		}
	}),
	rule("8", "has takes 400 characters and search 24", async (target) => {
		requireError(await target.call(`/metadata/products?has=${"info,".repeat(81)}info`), 400, "bad_request");
		requireError(await target.call(`/metadata/products?search=${"1".repeat(25)}`), 400, "bad_request");
	}),
	rule("4.3", "GET /metadata-fields lists every scope with its fields", async (target) => {
		const answer = await target.call("/metadata-fields");
		requireShape(answer, "MetadataFields");
		const scopes = itemsOf(at(answer.body, "scopes")).map((each) => String(at(each, "scope")));
		requireEqual([...scopes].sort(), [...METADATA_SCOPES].sort(), "the scopes");
	}),
	rule("4.3", "counts appear when counts is 1", async (target) => {
		const answer = await target.call("/metadata-fields?counts=1");
		requireShape(answer, "MetadataFields");
		for (const each of itemsOf(at(answer.body, "scopes")))
			for (const name of ["barcodes_with_scope", "barcodes_with_field"])
				require(at(each, name) !== undefined, `${name} is missing`);
	}),
	rule("2.9", "filters that are not given are null", async (target) => {
		const { body } = await target.call("/metadata/products?per_page=1");
		requireEqual(at(body, "filters"), { has: null, missing: null }, "filters");
	}),
];
