import { readFile } from "node:fs/promises";
import Type, { type Static } from "typebox";
import { compiled } from "../../platform/compiled.ts";
import { plainTextProblem } from "../../platform/plain-text.ts";
import { misfit } from "../formats/misfit.ts";
import { UnreadableInput } from "./unreadable.ts";

/** The file in a folder that says whose the pictures below it are, in place of the options of the import. */
export const ATTRIBUTION_FILE = "attribution.json";

const textOrNull = Type.Union([Type.String({ minLength: 1 }), Type.Null()]);
const AttributionFile = Type.Object(
	{ source_batch: Type.String({ minLength: 1 }), ownership: textOrNull, uploaded_by: textOrNull },
	{ additionalProperties: false },
);
const attributionFile = compiled(AttributionFile);

/** Metadata given to pictures of an import. */
export interface Attribution {
	readonly batch: string;
	readonly ownership: string | null;
	readonly uploadedBy: string | null;
}

/** Reads such a file. @throws UnreadableInput saying what is wrong in it. */
export async function readAttribution(file: string): Promise<Attribution> {
	const given = parsed(await readFile(file, "utf8"));
	if (!attributionFile().Check(given)) throw unreadable(misfit(AttributionFile, given));
	for (const text of Object.values(given)) {
		const problem = text === null ? undefined : plainTextProblem(text);
		if (problem !== undefined) throw unreadable(`its values ${problem}`);
	}
	return { batch: given.source_batch, ownership: given.ownership, uploadedBy: given.uploaded_by };
}

/** The content of such a file. */
export function attributionText({ batch, ownership, uploadedBy }: Attribution): string {
	const content: Static<typeof AttributionFile> = {
		source_batch: batch,
		ownership,
		uploaded_by: uploadedBy,
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
