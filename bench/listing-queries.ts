import { changeTime } from "./filled-catalogue.ts";

/** A listing to be timed: its request and the client that makes it. */
export interface ListingQuery {
	readonly name: string;
	readonly path: string;
	/** Options of the client; none for a client that may see everything. */
	readonly client?: readonly string[];
}

/** Every kind of listing that a client can request, for a catalogue of this many generated products. */
export function listingQueries(count: number): ListingQuery[] {
	return [...productListings(count), ...filteredClients(), ...metadataListings(count)];
}

function productListings(count: number): ListingQuery[] {
	const queries = {
		"no filter": "",
		has_front: "has_front=true",
		"has_front, not has_back": "has_front=true&has_back=false",
		"nothing has it": "has_front=false",
		"min_digits, max_digits": "min_digits=8&max_digits=12",
		ownership: "ownership=studio",
		"search, 60 %": "search=28",
		"search, 1 in 1,000": "search=28012",
		"search without match": "search=99999",
		"nobody's ownership": "ownership=nobody",
		"variants that exclude each other":
			"has_front=true&has_back=true&has_front_clean=false&has_back_clean=true",
		"updated_since, half, of a rare kind": `updated_since=${changeTime(count, count / 2)}&has_back_clean=true&ownership=archive&max_digits=12`,
		"updated_since, all": `updated_since=${changeTime(count, count)}`,
		"updated_since, half": `updated_since=${changeTime(count, count / 2)}`,
		"updated_since, 2,000": `updated_since=${changeTime(count, 2000)}`,
		"all filters": `min_digits=6&max_digits=13&updated_since=${changeTime(count, count)}&has_front=true&has_back_clean=false&ownership=studio&search=2`,
	};
	return Object.entries(queries).map(([name, query]) => ({
		name: `products: ${name}`,
		path: `/products?${query}`,
	}));
}

function filteredClients(): ListingQuery[] {
	const option = (name: string, values: readonly string[]) => values.flatMap((value) => [name, value]);
	const prefixes = option(
		"--barcode-prefix",
		Array.from({ length: 100 }, (_, i) => `28${String(10 * i).padStart(4, "0")}`),
	);
	const brands = option("--brand", ["Dapplebrook", "Velluna", "Nutterby"]);
	const departments = option("--department", ["Frozen", "Produce", "Passover"]);
	const clients = {
		"100 prefixes": prefixes,
		"3 brands": brands,
		"3 departments": departments,
		"1,000 prefixes": option(
			"--barcode-prefix",
			Array.from({ length: 1000 }, (_, i) => `28${String(i).padStart(4, "0")}`),
		),
		"a brand that does not exist": option("--brand", ["Nobody's"]),
		"prefixes, brands, departments": [...option("--barcode-prefix", ["28"]), ...brands, ...departments],
	};
	return Object.entries(clients).map(([name, client]) => ({
		name: `client of ${name}`,
		path: "/products?has_front=true",
		client,
	}));
}

/** Keys of every column that stores availability, about as many as fit into 400 characters. */
const HAD = [
	...["info", "info.brand", "info.product_name", "info.bracha", "hechshers.symbol", "hechshers.org"],
	...["nutrition.calories", "nutrition.sodium", "nutrition.protein", "nutrition.iron", "ingredients"],
	...["ingredients.ingredients_text", "catalog_meta.department", "image_meta", "image_meta.ownership"],
];
const LACKED = [
	...["info.notes", "info.distributor", "catalog_meta.variety", "nutrition.added_sugars"],
	...["hechshers.logo", "ingredients.may_contain_statement", "image_meta.uploaded_by"],
];

function metadataListings(count: number): ListingQuery[] {
	const queries = {
		"no filter": "",
		"has one": "has=nutrition",
		"missing one": "missing=info.notes",
		"has three": "has=nutrition,info.brand,image_meta",
		"has, missing": "has=nutrition&missing=info.notes,catalog_meta.web_description",
		"has, missing, search, updated_since": `has=nutrition,image_meta.ownership&missing=info.distributor&search=2&updated_since=${changeTime(count, count)}`,
		"has 15, missing 7": `has=${HAD.join(",")}&missing=${LACKED.join(",")}`,
		"has what it lacks": "has=info.brand,nutrition&missing=info.brand",
		"missing what all have": "missing=info,image_meta",
		"has two, updated_since half": `has=nutrition.calories,image_meta&updated_since=${changeTime(count, count / 2)}`,
		"has three, include_fields": "has=nutrition,info.brand,image_meta&include_fields=true",
	};
	return Object.entries(queries).map(([name, query]) => ({
		name: `metadata: ${name}`,
		path: `/metadata/products?${query}`,
	}));
}
