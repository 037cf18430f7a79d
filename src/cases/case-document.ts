import Type, { type Static } from "typebox";
import { compiled } from "../platform/compiled.ts";

/** What a case file says of itself, first of all and for people too. */
export const STATEMENT =
	"This is evidence, not proof. It shows that the leak agrees with the bits of the clients named here as no innocent client's bits would but by the stated chance, " +
	"if base, cells and bits are those that were there before the leak was found. Whoever made this file can have made them to fit: what shows that they did not lies outside it.";

const Digest = Type.String({ pattern: "^[0-9a-f]{64}$" });
const Member = Type.String({ pattern: "^[a-z0-9-]+(\\.[a-z0-9]+)?$", maxLength: 40 });
const Score = Type.Number({ minimum: -1e6, maximum: 1e6 });
const Probability = Type.Number({ minimum: 0, maximum: 1 });

const CaseDocument = Type.Object({
	format: Type.Literal("packshot case"),
	format_version: Type.Integer(),
	packshot: Type.String(),
	made_at: Type.String(),
	statement: Type.String(),
	/** SHA-256 of every other member, by name. */
	members: Type.Record(Member, Digest),
	leaks: Type.Array(
		Type.Object({
			member: Member,
			name: Type.Union([Type.String(), Type.Null()]),
			/** The place of its picture in `pictures`. */
			shows: Type.Union([Type.Integer({ minimum: 0 }), Type.Null()]),
		}),
		{ minItems: 1, maxItems: 10 },
	),
	pictures: Type.Array(
		Type.Object({
			/** Base and cells as they are stored. */
			member: Member,
			mark_id: Type.String(),
			barcode: Type.String(),
			variant: Type.String(),
			base_sha256: Digest,
			/** What the cells that are reserved for the global codeword follow from. */
			reserved_key: Type.Union([Digest, Type.Null()]),
		}),
		{ minItems: 1, maxItems: 40 },
	),
	verdict: Type.Enum(["identified", "inconclusive"]),
	clients_scored: Type.Integer({ minimum: 1 }),
	guesses: Type.Number({ minimum: 1 }),
	/** Those that the evidence names. */
	named: Type.Array(
		Type.Object({
			client_id: Type.String(),
			client_name: Type.String(),
			score: Score,
			false_positive_probability: Probability,
			probability_words: Type.String(),
			deliveries: Type.Array(
				Type.Object({
					at: Type.String(),
					address: Type.Union([Type.String(), Type.Null()]),
					request_id: Type.Union([Type.String(), Type.Null()]),
				}),
			),
			delivery_count: Type.Integer({ minimum: 0 }),
		}),
	),
	/** The named ones and a sample of the others, by their places among the commitments. */
	openings: Type.Array(
		Type.Object({
			place: Type.Integer({ minimum: 0 }),
			client_id: Type.String(),
			seed_commitment: Digest,
			picture_keys: Type.Array(Digest, { minItems: 1 }),
		}),
		{ minItems: 1 },
	),
});

export type CaseDocument = Static<typeof CaseDocument>;

const check = compiled(CaseDocument);

/** The document of a case file. @returns what is wrong with it instead, as text. */
export function readCaseDocument(bytes: Uint8Array): CaseDocument | string {
	let document: unknown;
	try {
		document = JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes));
	} catch {
		return "case.json is not valid JSON";
	}
	if (check().Check(document)) return document;
	const [misfit] = check().Errors(document);
	return `case.json: ${misfit?.instancePath || "it"} ${misfit?.message ?? "is not as it should be"}`;
}
