import { command } from "../../platform/db/command.ts";
import type { Database } from "../../platform/db/database.ts";
import { SchemaTooNew } from "../../platform/db/migrate.ts";
import type { Tx } from "../../platform/db/tx.ts";
import { setServiceState } from "../../platform/service-state.ts";
import { DECLARED, type DeclaredField, MASK_RULES, RETIRED_BITS } from "./declared-fields.ts";
import { METADATA_SCOPES } from "./scopes.ts";

/** Name in `service_state` of the declaration by which the rows of products were written. */
const WRITTEN_BY = "metadata_declaration";
/** Progress of rewriting them; removed when finished. */
const REWRITING = "metadata_rewriting";

const RULES = "rules";

/** The parts of the declaration that stored rows depend on: each key with its bit and kind, one per line, and the version of the mask rules. */
export function declarationText(): string {
	const fields = METADATA_SCOPES.flatMap((scope) =>
		Object.entries<DeclaredField>(DECLARED[scope]).map(
			([field, { bit, kind }]) => `${scope}.${field} ${bit.column} ${bit.mask} ${kind}`,
		),
	);
	const retired = Object.entries(RETIRED_BITS).map(
		([key, { column, mask }]) => `${key} ${column} ${mask} retired`,
	);
	return [...fields, ...retired, `${RULES} ${MASK_RULES}`].join("\n");
}

export interface RewritingState {
	/** The declaration by which all rows were written; null if unknown. */
	readonly writtenBy: string | null;
	/** Rows up to this id are already written by `declaration`. */
	readonly rewriting: { readonly declaration: string; readonly afterId: number } | null;
}

export async function readRewritingState(tx: Tx): Promise<RewritingState> {
	const rows = await tx
		.selectFrom("service_state")
		.selectAll()
		.where("name", "in", [WRITTEN_BY, REWRITING])
		.execute();
	const stored = (name: string) => rows.find((row) => row.name === name)?.value ?? null;
	const rewriting = stored(REWRITING);
	return { writtenBy: stored(WRITTEN_BY), rewriting: rewriting === null ? null : JSON.parse(rewriting) };
}

export async function saveRewritingState(tx: Tx, { writtenBy, rewriting }: RewritingState): Promise<void> {
	await setServiceState(tx, WRITTEN_BY, writtenBy);
	await setServiceState(tx, REWRITING, rewriting && JSON.stringify(rewriting));
}

/** Records that all rows conform to the current declaration, if there are none yet. */
export const declareEmptyCatalogue = command<undefined, undefined>("catalogue.declare_empty", async (tx) => {
	const { writtenBy } = await readRewritingState(tx);
	const product = await tx.selectFrom("product").select("id").limit(1).executeTakeFirst();
	if (writtenBy === null && !product)
		await saveRewritingState(tx, { writtenBy: declarationText(), rewriting: null });
	return undefined;
});

/** Saves a new installation from checking all its products at the first start after an import. */
export async function ensureDeclaration(db: Database): Promise<void> {
	const { writtenBy } = await readRewritingState(db.read);
	if (writtenBy === null) await db.write(declareEmptyCatalogue, undefined);
}

/**
 * Prevents an older version from rewriting rows and losing what it does not know.
 * @throws SchemaTooNew when the rows contain a field, or follow rules, that this version does not know.
 */
export async function requireKnownDeclaration(tx: Tx): Promise<void> {
	const { writtenBy, rewriting } = await readRewritingState(tx);
	const known = keysOf(declarationText());
	for (const stored of [writtenBy ?? "", rewriting?.declaration ?? ""]) {
		for (const [key, line] of keysOf(stored)) {
			if (key === RULES && Number(line.split(" ")[1]) > MASK_RULES)
				throw new SchemaTooNew("the products were written by rules of a newer version");
			if (!known.has(key))
				throw new SchemaTooNew(
					`the products hold the metadata field "${key}", which this version does not know`,
				);
		}
	}
}

function keysOf(declaration: string): Map<string, string> {
	const lines = declaration.split("\n").filter((line) => line !== "");
	return new Map(lines.map((line) => [line.slice(0, line.indexOf(" ")), line]));
}
