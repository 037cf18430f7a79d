import { createHash } from "node:crypto";
import { parseMembers } from "../fields/members.ts";
import type { ProductRow } from "../tables.ts";
import { findIngredient } from "./find-ingredients.ts";
import type { Ingredient } from "./ingredient-words.ts";

/** Two facts of a product that cannot both be right, or that a person should look at. Their places are stored in search texts: new ones come last. */
export const CONFLICTS = [
	"milk_in_pareve",
	"meat_in_pareve",
	"milk_and_meat",
	"leaven_at_passover",
	"kitniyot_at_passover",
	"agencies_disagree",
	"mere_k",
] as const;
export type ConflictKind = (typeof CONFLICTS)[number];

/** Matters of custom, or of what a label leaves open: worth a look, but no contradiction. */
export const NOTES: readonly ConflictKind[] = ["kitniyot_at_passover", "agencies_disagree", "mere_k"];

export interface Conflict {
	readonly kind: ConflictKind;
	/** In words, each with where it stands. */
	readonly facts: readonly string[];
}

type Facts = Pick<ProductRow, "info" | "hechshers" | "ingredients">;

interface Hechsher {
	readonly symbol: string;
	readonly dairy_meat_pareve: string | null;
	readonly additional_designation: string | null;
}

/** What a product's record says, as the rules ask it. */
interface Said {
	/** The hechsher that says so, in words. */
	readonly status: (status: "dairy" | "meat" | "pareve") => string | undefined;
	readonly passover: string | undefined;
	/** Whether it is said to hold legumes. */
	readonly isForKitniyot: boolean;
	readonly mereK: string | undefined;
	/** Where an ingredient is named, in words. */
	readonly ingredient: (ingredient: Ingredient) => string | undefined;
}

/** Each asks for two facts, the cheaper one first. */
const RULES: Readonly<Record<ConflictKind, (said: Said) => readonly (string | undefined)[]>> = {
	milk_in_pareve: both(
		(said) => said.status("pareve"),
		(said) => said.ingredient("milk"),
	),
	meat_in_pareve: both(
		(said) => said.status("pareve"),
		(said) => said.ingredient("meat"),
	),
	milk_and_meat: (said) => {
		const [dairy, meat] = [said.status("dairy"), said.status("meat")];
		if (dairy && meat) return [dairy, meat];
		if (dairy) return [dairy, said.ingredient("meat")];
		return meat ? [meat, said.ingredient("milk")] : [undefined];
	},
	leaven_at_passover: both(
		(said) => said.passover,
		(said) => said.ingredient("leaven"),
	),
	kitniyot_at_passover: both(
		(said) => (said.isForKitniyot ? undefined : said.passover),
		(said) => said.ingredient("kitniyot"),
	),
	agencies_disagree: both(
		(said) => said.status("pareve"),
		(said) => said.status("dairy") ?? said.status("meat"),
	),
	mere_k: (said) => [said.mereK],
};

type Ask = (said: Said) => string | undefined;

function both(one: Ask, other: Ask): (said: Said) => readonly (string | undefined)[] {
	return (said) => {
		const first = one(said);
		return first === undefined ? [undefined] : [first, other(said)];
	};
}

/** The conflicts in a product's record, but those that a person has looked at while their facts were the same. */
export function conflictsOf(row: Facts & Pick<ProductRow, "looked_at">): Conflict[] {
	const lookedAt: Readonly<Record<string, string>> = JSON.parse(row.looked_at ?? "{}");
	return allConflicts(row).filter((conflict) => lookedAt[conflict.kind] !== digestOf(conflict));
}

/** `looked_at` of a product after somebody looked at a conflict. */
export function lookedAt(row: Facts & Pick<ProductRow, "looked_at">, kind: ConflictKind): string | null {
	const conflict = allConflicts(row).find((each) => each.kind === kind);
	if (!conflict) return row.looked_at;
	return JSON.stringify({ ...JSON.parse(row.looked_at ?? "{}"), [kind]: digestOf(conflict) });
}

function digestOf({ facts }: Conflict): string {
	return createHash("sha256").update(facts.join("\n")).digest("base64url").slice(0, 22);
}

function allConflicts(row: Facts): Conflict[] {
	const said = saidBy(row);
	return CONFLICTS.flatMap((kind) => {
		const facts = RULES[kind](said);
		return facts.every((fact) => fact !== undefined) ? [{ kind, facts }] : [];
	});
}

function saidBy({ info, hechshers, ingredients }: Facts): Said {
	const stated: readonly Hechsher[] = JSON.parse(hechshers ?? "[]");
	const { kosher_for_passover, product_name } = parseMembers<{
		kosher_for_passover?: boolean;
		product_name?: string | null;
	}>(info ?? "");
	const designations = stated.map((hechsher) => hechsher.additional_designation ?? "").join(", ");
	const forPassover = stated.find(
		({ additional_designation: text }) => text && PASSOVER.test(text) && !NOT_PASSOVER.test(text),
	);
	return {
		status: (status) =>
			named(
				stated.find((hechsher) => hechsher.dairy_meat_pareve === status),
				status,
			),
		passover: kosher_for_passover
			? "Kosher for Passover"
			: named(forPassover, forPassover?.additional_designation ?? ""),
		isForKitniyot: KITNIYOT.test(designations),
		mereK: stated.some(({ symbol }) => symbol.toLowerCase() === "k") ? "Symbol: K" : undefined,
		ingredient: (ingredient) =>
			ingredients === null
				? undefined
				: ingredientIn(JSON.parse(ingredients), ingredient, product_name ?? ""),
	};
}

const PASSOVER = /passover|pesach|פסח/i;
const NOT_PASSOVER = /\bnot\b|except|year.?round|לא |חוץ/i;
const KITNIYOT = /kitniy|קטניות/i;

function named(hechsher: Hechsher | undefined, says: string): string | undefined {
	return hechsher && `${hechsher.symbol}: ${says}`;
}

interface Ingredients {
	readonly ingredients_text: string | null;
	readonly contains_statement: string | null;
	readonly allergens: readonly string[];
}

const ALLERGENS: Partial<Record<Ingredient, readonly string[]>> = {
	milk: ["milk"],
	leaven: ["wheat", "gluten"],
};
const MATZAH = /\bmatz(?:o|a|oh|ah|ot|os)|מצה|מצות/i;

function ingredientIn(
	{ ingredients_text, contains_statement, allergens }: Ingredients,
	ingredient: Ingredient,
	name: string,
): string | undefined {
	const inText = ingredients_text && findIngredient(ingredients_text, ingredient);
	if (inText) return `Ingredients: ${inText}`;
	// Matzah is made of wheat, and its label says so.
	if (ingredient === "leaven" && MATZAH.test(`${name} ${ingredients_text}`)) return undefined;
	const stated = contains_statement && findIngredient(contains_statement, ingredient);
	if (stated) return `Contains: ${stated}`;
	const allergen = allergens.find((each) => ALLERGENS[ingredient]?.includes(each));
	return allergen && `Allergens: ${allergen}`;
}
