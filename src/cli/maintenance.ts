import { readMaintenance, setMaintenance } from "../platform/maintenance.ts";
import { type AddCommand, type CommandLine, examples } from "./command-line.ts";
import { plainText } from "./plain-option.ts";

const DEFAULT_MESSAGE = "The service is under maintenance and will be back shortly.";

export const addMaintenance: AddCommand = (program, line) => {
	const maintenance = program
		.command("maintenance")
		.description("answer 503 to every call while you work on the installation: on, off, show");

	maintenance
		.command("on")
		.option("--message <text>", "message that clients receive", DEFAULT_MESSAGE)
		.description("start refusing calls; takes effect within a second in every process")
		.addHelpText(...examples('maintenance on --message "Back at noon UTC."'))
		.action((options: { message: string }) =>
			change(line, plainText("--message", options.message, 500) ?? DEFAULT_MESSAGE),
		);
	maintenance
		.command("off")
		.description("resume serving")
		.addHelpText(...examples("maintenance off"))
		.action(() => change(line, null));
	maintenance
		.command("show")
		.description("show whether maintenance is on")
		.addHelpText(...examples("maintenance show"))
		.action(() => line.withInstallation(async ({ db }) => report(line, await readMaintenance(db.read))));
};

function change(line: CommandLine, message: string | null): Promise<void> {
	return line.withInstallation(async ({ db }) => {
		await db.write(setMaintenance, { message });
		report(line, message);
	});
}

function report(line: CommandLine, message: string | null): void {
	line.print({ maintenance: message !== null, message }, [
		message === null ? "maintenance is off" : `maintenance is on: ${message}`,
	]);
}
