import { requireKnownDeclaration } from "../catalogue/declaration.ts";
import { rewriteOutdatedProducts } from "../catalogue/rewrite-products.ts";
import { dataPlaces } from "../config.ts";
import { migrateDatabase, openDatabase } from "../installation.ts";
import { BESIDE_A_SERVER } from "../platform/db/pace.ts";
import { existingMaster, recordSecretFit, secretFit } from "../platform/secret-fit.ts";
import { SecretError } from "../platform/secrets.ts";
import { type AddCommand, type CommandLine, examples } from "./command-line.ts";

export const addMigrate: AddCommand = (program, line) => {
	program
		.command("migrate")
		.description("bring the database up to date (serve does it by itself)")
		.option(
			"--accept-secret",
			"from now on the master secret is the present one; API keys and tokens of another are lost",
		)
		.addHelpText("after", examples("migrate"))
		.action(async ({ acceptSecret }: { acceptSecret?: boolean }) => {
			const applied = await migrateDatabase(line.config());
			const rewritten = await rewriteProducts(line);
			if (acceptSecret) await acceptPresentSecret(line);
			const done = [
				...applied.map((name) => `applied ${name}`),
				...(rewritten > 0 ? [`rewrote ${rewritten} products by the metadata fields of this version`] : []),
			];
			line.print({ applied, rewritten }, done.length > 0 ? done : ["up to date"]);
		});
};

/** A server may be running on the same data: whoever charges there goes first. */
async function rewriteProducts(line: CommandLine): Promise<number> {
	const db = await openDatabase(line.config());
	try {
		await requireKnownDeclaration(db.read);
		return await rewriteOutdatedProducts(db, BESIDE_A_SERVER);
	} finally {
		await db.close();
	}
}

async function acceptPresentSecret(line: CommandLine): Promise<void> {
	const config = line.config();
	const master = existingMaster(config.secrets, dataPlaces(config).secret);
	if (master === undefined) throw new SecretError("there is no master secret to accept: set PACKSHOT_SECRET");
	const db = await openDatabase(config);
	try {
		await db.write(recordSecretFit, { fit: secretFit(master), replace: true });
	} finally {
		await db.close();
	}
}
