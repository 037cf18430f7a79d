import { readFile } from "node:fs/promises";
import Type, { type Static } from "typebox";
import { type Adjustment, TURNS } from "../../pictures/store/adjustment.ts";
import { compiled } from "../../platform/compiled.ts";
import { plainTextProblem } from "../../platform/plain-text.ts";
import { mismatch } from "../formats/mismatch.ts";
import { UnreadableInput } from "./unreadable.ts";

/** The file in a folder that says whose the pictures below it are, in place of the options of the import. */
export const ATTRIBUTION_FILE = "attribution.json";

const textOrNull = Type.Union([Type.String({ minLength: 1 }), Type.Null()]);
const CLOSED = { additionalProperties: false } as const;
const pixels = (minimum: number) => Type.Integer({ minimum });
const Crop = Type.Object({ left: pixels(0), top: pixels(0), width: pixels(1), height: pixels(1) }, CLOSED);
const AttributionFile = Type.Object(
	{
		source_batch: Type.String({ minLength: 1 }),
		ownership: textOrNull,
		uploaded_by: textOrNull,
		adjustment: Type.Optional(
			Type.Object({ turn: Type.Enum([...TURNS]), crop: Type.Union([Crop, Type.Null()]) }, CLOSED),
		),
	},
	CLOSED,
);
const attributionFile = compiled(AttributionFile);

/** Metadata given to pictures of an import. */
export interface Attribution {
	readonly batch: string;
	readonly ownership: string | null;
	readonly uploadedBy: string | null;
	/** How they are turned and cropped, where an export says so. */
	readonly adjustment?: Adjustment;
}

/** Reads such a file. @throws UnreadableInput saying what is wrong in it. */
export async function readAttribution(file: string): Promise<Attribution> {
	const given = parsed(await readFile(file, "utf8"));
	if (!attributionFile().Check(given)) throw unreadable(mismatch(AttributionFile, given));
	const { adjustment, ...texts } = given;
	for (const text of Object.values(texts)) {
		const problem = text === null ? undefined : plainTextProblem(text);
		if (problem !== undefined) throw unreadable(`its values ${problem}`);
	}
	const { source_batch: batch, ownership, uploaded_by: uploadedBy } = texts;
	return { batch, ownership, uploadedBy, ...(adjustment ? { adjustment } : {}) };
}

/** The content of such a file. */
export function attributionText({ batch, ownership, uploadedBy, adjustment }: Attribution): string {
	const content: Static<typeof AttributionFile> = {
		source_batch: batch,
		ownership,
		uploaded_by: uploadedBy,
		...(adjustment ? { adjustment } : {}),
	};
	return `${JSON.stringify(content)}\n`;
}

function parsed(text: string): unknown {
	try {
		return JSON.parse(text);
	} catch (error) {
		throw unreadable(`is not JSON: ${(error as Error).message}`);
	}
}

function unreadable(problem: string): UnreadableInput {
	return new UnreadableInput(`its ${ATTRIBUTION_FILE} cannot be used, so nothing in it was read: ${problem}`);
}
