import Type, { type Static, type TSchema } from "typebox";
import { compiled } from "../../platform/compiled.ts";
import { KEY_PAIRS } from "./one-time-keys.ts";

/** What a case file of a format says of itself, first of all and for people too. */
export function statementOf(formatVersion: CaseDocument["format_version"]): string {
	return [
		"This is evidence, not proof. It shows that the leak agrees with the bits of the clients named here as no innocent client's bits would but by the stated chance,",
		"if base, cells and bits are those that were there before the leak was found.",
		...(formatVersion === 1
			? []
			: [
					"The packet of texts about rights, which every delivered file carries, is no part of the evidence: it is cut out of a leak before its bits are read.",
				]),
		"Whoever made this file can have made them to fit: what shows that they did not lies outside it.",
	].join(" ");
}

/** The format that is written. Format 1, of version 1.0.0, is still read; no released version wrote format 2. */
export const CASE_FORMAT_VERSION = 3;

const Digest = Type.String({ pattern: "^[0-9a-f]{64}$" });
const Member = Type.String({ pattern: "^[a-z0-9-]+(\\.[a-z0-9]+)?$", maxLength: 40 });
/** These stand in the output as they are, without quotes, so they must not be able to pass for words. */
const ClientId = Type.String({ pattern: "^[a-z0-9_]{1,64}$" });
const MarkId = Type.String({ pattern: "^[a-z0-9_/-]{1,80}$" });
const Barcode = Type.String({ pattern: "^[0-9]{4,14}$" });
const Variant = Type.String({ pattern: "^[a-z_]{1,40}$" });
const Version = Type.String({ pattern: "^[0-9]+\\.[0-9]+\\.[0-9]+(-[0-9a-z.]{1,20})?$" });
const Time = Type.String({ pattern: "^\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d\\.\\d{3}Z$" });
const Address = Type.String({ pattern: "^[0-9A-Za-z.:%]{1,60}$" });
const RequestId = Type.String({ pattern: "^req_[0-9A-Z]{26}$" });
const Score = Type.Number({ minimum: -1e6, maximum: 1e6 });
const Probability = Type.Number({ minimum: 0, maximum: 1 });
const Place = Type.Integer({ minimum: 0 });
const TextOrNull = Type.Union([Type.String(), Type.Null()]);

const shownPicture = {
	/** Base and cells as they are stored. */
	member: Member,
	mark_id: MarkId,
	barcode: Barcode,
	variant: Variant,
	base_sha256: Digest,
	/** What the cells that are reserved for the global codeword follow from. */
	reserved_key: Type.Union([Digest, Type.Null()]),
};

/** What every format states. */
const facts = {
	format: Type.Literal("packshot case"),
	packshot: Version,
	made_at: Time,
	statement: Type.String(),
	/** SHA-256 of every other member, by name; only what these facts themselves decide is not among them. */
	members: Type.Record(Member, Digest),
	leaks: Type.Array(
		Type.Object({
			member: Member,
			name: TextOrNull,
			/** The place of its picture in `pictures`. */
			shows: Type.Union([Place, Type.Null()]),
			/** In which views it was read; absent: in the unusual ones if the usual ones show nothing. */
			manner: Type.Optional(Type.Literal("unusual")),
			/** Whether it was read a second time, fitted more closely; absent: not. */
			is_fitted: Type.Optional(Type.Literal(true)),
			/** Whether clients were scored on it as on a mixture of several copies too; absent: not. */
			is_mixed: Type.Optional(Type.Literal(true)),
		}),
		{ minItems: 1, maxItems: 10 },
	),
	verdict: Type.Enum(["identified", "inconclusive"]),
	clients_scored: Type.Integer({ minimum: 1 }),
	guesses: Type.Number({ minimum: 1 }),
	/** Those that the evidence names. */
	named: Type.Array(
		Type.Object({
			client_id: ClientId,
			client_name: Type.String(),
			score: Score,
			false_positive_probability: Probability,
			probability_words: Type.String(),
			deliveries: Type.Array(
				Type.Object({
					at: Time,
					address: Type.Union([Address, Type.Null()]),
					request_id: Type.Union([RequestId, Type.Null()]),
				}),
			),
			delivery_count: Place,
			/** The clients beside whom it was scored as one of those whose copies were mixed; absent: its copy was scored by itself. */
			beside: Type.Optional(Type.Array(ClientId)),
		}),
	),
};

const pictures = <Picture extends TSchema>(picture: Picture) =>
	Type.Array(picture, { minItems: 1, maxItems: 40 });

const ClientOpenings = Type.Array(
	Type.Object({
		/** Among the commitments. */
		place: Place,
		client_id: ClientId,
		seed_commitment: Digest,
		picture_keys: Type.Array(Digest, { minItems: 1 }),
	}),
	{ minItems: 1 },
);

/**
 * `case.json` of format 3: its very bytes decide what `openings.json` discloses. Leaks may carry the packet of a delivered file, which is cut out before
 * they are read (SPEC E11).
 */
const CaseFacts = Type.Object({
	...facts,
	format_version: Type.Literal(CASE_FORMAT_VERSION),
	pictures: pictures(
		Type.Object({
			...shownPicture,
			/** Pixels of the longer edge of copies that were delivered smaller; null for full ones. */
			size_px: Type.Union([Type.Integer({ minimum: 1 }), Type.Null()]),
		}),
	),
	/** Whether the leaks are copies of this service; null if that was not determined. */
	origin: Type.Union([
		Type.Object({
			verdict: Type.Enum(["delivered", "elsewhere", "unclear"]),
			false_positive_probability: Probability,
			reserved_cells: Place,
			explanation: Type.String(),
		}),
		Type.Null(),
	]),
});
export type CaseFacts = Static<typeof CaseFacts>;

/** `case.json` of format 1: its openings follow from the commitments and the leaks alone. */
const FirstDocument = Type.Object({
	...facts,
	format_version: Type.Literal(1),
	pictures: pictures(Type.Object(shownPicture)),
	openings: ClientOpenings,
});

export type CaseDocument = CaseFacts | Static<typeof FirstDocument>;

/** `openings.json` of format 3. */
const CaseOpenings = Type.Object({
	/** The named clients, those beside whom they were scored, and a sample of the others, in the order of their places. */
	clients: ClientOpenings,
	/** One key of each pair. */
	seals: Type.Array(Digest, { minItems: KEY_PAIRS, maxItems: KEY_PAIRS }),
});
export type CaseOpenings = Static<typeof CaseOpenings>;
export type ClientOpening = CaseOpenings["clients"][number];

const Versioned = Type.Object({ format_version: Type.Integer() });
const checks = { first: compiled(FirstDocument), facts: compiled(CaseFacts), version: compiled(Versioned) };
const checkOpenings = compiled(CaseOpenings);

/** The document of a case file of any format. @returns what is wrong with it instead, as text. */
export function readCaseDocument(bytes: Uint8Array): CaseDocument | string {
	const document = parsed(bytes);
	if (document === undefined) return "case.json is not valid JSON";
	if (!checks.version().Check(document)) return "case.json has no format_version";
	const { format_version: version } = document;
	if (version === 1) return fitting("case.json", checks.first(), document);
	if (version === CASE_FORMAT_VERSION) return fitting("case.json", checks.facts(), document);
	return `case.json has format ${version}: this version of packshot reads formats 1 and ${CASE_FORMAT_VERSION}`;
}

/** The openings of a case file. @returns what is wrong with them instead, as text. */
export function readCaseOpenings(bytes: Uint8Array): CaseOpenings | string {
	const read = fitting("openings.json", checkOpenings(), parsed(bytes));
	// Nothing is covered there but what is disclosed, so there must be nothing else, not even a space.
	if (typeof read === "string" || jsonBytes(ownOpenings(read)).equals(bytes)) return read;
	return "openings.json holds more than the openings, or writes them in another way";
}

/** The clients that a file discloses beside the sample: those that it names, and those whose bits it takes to check that. */
export function shownWithReason(named: CaseDocument["named"]): string[] {
	return [...new Set(named.flatMap(({ client_id, beside = [] }) => [client_id, ...beside]))];
}

export function jsonBytes(document: CaseFacts | CaseOpenings): Buffer {
	return Buffer.from(`${JSON.stringify(document, null, "\t")}\n`);
}

function ownOpenings({ clients, seals }: CaseOpenings): CaseOpenings {
	return {
		clients: clients.map(({ place, client_id, seed_commitment, picture_keys }) => ({
			place,
			client_id,
			seed_commitment,
			picture_keys,
		})),
		seals,
	};
}

function parsed(bytes: Uint8Array): unknown {
	try {
		return JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes));
	} catch {
		return undefined;
	}
}

type Check<Value> = {
	Check(value: unknown): value is Value;
	Errors(value: unknown): readonly { readonly instancePath: string; readonly message: string }[];
};

function fitting<Value>(member: string, check: Check<Value>, value: unknown): Value | string {
	if (check.Check(value)) return value;
	const [fault] = check.Errors(value);
	return `${member}: ${fault?.instancePath || "it"} ${fault?.message ?? "is not as it should be"}`;
}
