import { requireKnownDeclaration } from "../catalogue/fields/declaration.ts";
import { dataPaths } from "../config.ts";
import { migrateDatabase, openBlobs, openDatabase } from "../installation.ts";
import { counted } from "../platform/counted.ts";
import { BESIDE_A_SERVER } from "../platform/db/pace.ts";
import { existingMaster, replaceSecretFit, secretFit } from "../platform/secret-fit.ts";
import { SecretError } from "../platform/secrets.ts";
import { systemClock } from "../platform/time/clock.ts";
import { type Renewed, renewStored } from "../renew-stored.ts";
import { type AddCommand, type CommandLine, examples } from "./command-line.ts";

export const addMigrate: AddCommand = (program, line) => {
	program
		.command("migrate")
		.description("bring the database up to date (serve does this too)")
		.option(
			"--accept-secret",
			"accept the current master secret permanently; API keys and tokens made with another one stop working",
		)
		.addHelpText(...examples("migrate"))
		.action(async ({ acceptSecret }: { acceptSecret?: boolean }) => {
			const applied = await migrateDatabase(line.config());
			const renewed = await renew(line);
			const { rewritten, searchable, resized, sized, unread, indexed, unindexed } = renewed;
			if (acceptSecret) await acceptPresentSecret(line);
			const done = [
				...applied.map((name) => `applied ${name}`),
				...(rewritten > 0
					? [`rewrote ${counted(rewritten, "product")} for the metadata fields of this version`]
					: []),
				...(searchable > 0 ? [`added search text for ${counted(searchable, "product")}`] : []),
				...(resized > 0 ? [`renewed the file sizes of ${counted(resized, "product")}`] : []),
				...(sized > 0
					? [`read the sizes of ${counted(sized, "picture")} without the visible watermark`]
					: []),
				...unread.map(({ barcode, variant, problem }) => `cannot read ${barcode} ${variant}: ${problem}`),
				...(indexed > 0 ? [`indexed ${counted(indexed, "picture")} for leak search`] : []),
				...unindexed.map(({ barcode, variant, problem }) => `cannot index ${barcode} ${variant}: ${problem}`),
			];
			line.print({ applied, ...renewed }, done.length > 0 ? done : ["up to date"]);
		});
};

/** A server may be running on the same data: its charges have precedence. */
async function renew(line: CommandLine): Promise<Renewed> {
	const config = line.config();
	const db = await openDatabase(config);
	try {
		await requireKnownDeclaration(db.read);
		return await renewStored({ db, blobs: await openBlobs(config), clock: systemClock }, BESIDE_A_SERVER);
	} finally {
		await db.close();
	}
}

async function acceptPresentSecret(line: CommandLine): Promise<void> {
	const config = line.config();
	const master = existingMaster(config.secrets, dataPaths(config).secret);
	if (master === undefined) throw new SecretError("there is no master secret to accept: set PACKSHOT_SECRET");
	const db = await openDatabase(config);
	try {
		await db.write(replaceSecretFit, { fit: secretFit(master) });
	} finally {
		await db.close();
	}
}
