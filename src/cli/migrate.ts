import { dataPlaces } from "../config.ts";
import { migrateDatabase, openDatabase } from "../installation.ts";
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
			if (acceptSecret) await acceptPresentSecret(line);
			line.print({ applied }, applied.length > 0 ? applied.map((name) => `applied ${name}`) : ["up to date"]);
		});
};

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
