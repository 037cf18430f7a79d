import { changeServiceSettings } from "../operations/pages/settings/changes.ts";
import { commandLineActor } from "../people/accounts/new-account.ts";
import type { Standing } from "../platform/stored-settings.ts";
import { type AddCommand, CommandFailure, examples } from "./command-line.ts";

export const addConfig: AddCommand = (program, line) => {
	const group = program
		.command("config")
		.description("settings that administrators have stored in the pages");
	group
		.command("export")
		.description("print them as an environment file, for whoever prefers one")
		.option("--secrets", "with passwords and keys, in clear text", false)
		.addHelpText(...examples("config export > packshot.env", "config export --secrets > packshot.env"))
		.action(({ secrets }: { secrets: boolean }) =>
			line.withInstallation(async ({ storedSettings }) => {
				const stored = storedSettings.standing().settings.filter(({ source }) => source === "stored");
				const values = stored.map((each) => [each.setting.name, exported(each, secrets)] as const);
				line.print({ settings: Object.fromEntries(values) }, [
					"# Settings stored in the pages of Packshot. In the environment of the service, they take precedence.",
					...values.map(([name, text]) =>
						text === null ? `# ${name} is a secret: --secrets prints it` : `${name}=${text}`,
					),
				]);
			}),
		);
	group
		.command("unset <name>")
		.description("forget one, as when a wrong public address keeps everybody out; it then has its default")
		.addHelpText(...examples("config unset PACKSHOT_PUBLIC_URL"))
		.action((name: string) =>
			line.withInstallation(async ({ db, clock, storedSettings }) => {
				const { revision, settings } = storedSettings.standing();
				if (!settings.some(({ setting }) => setting.name === name))
					throw new CommandFailure(`${name} is no setting that is stored in the pages`);
				const isUnset = await db.write(changeServiceSettings, {
					revision,
					texts: { [name]: null },
					changes: { [name]: ["(as stored)", null] },
					isOtherMail: false,
					actor: commandLineActor(clock.now()),
				});
				if (!isUnset) throw new CommandFailure("somebody else is changing settings: try again");
				line.print({ unset: name }, [`${name} is no longer stored; running servers follow within seconds`]);
			}),
		);
};

/** A text as it may be printed; null: it is or holds a secret. */
function exported({ stored, text = "" }: Standing, withSecrets: boolean): string | null {
	return withSecrets || stored.conceal === undefined || stored.conceal(text) === text ? text : null;
}
