import { examine, isHealthy, reports } from "../examine.ts";
import { requireInstallation } from "../installation.ts";
import { type SqliteLibrary, sqliteLibrary } from "../platform/db/sqlite/library.ts";
import { parseWebUrl } from "../platform/web-url.ts";
import { type AddCommand, examples, exitCodes, UsageFailure } from "./command-line.ts";
import { goThroughLiveList, type LiveOptions, liveReport, modesBeforeOpening } from "./doctor-live.ts";
import { sqliteInWords } from "./sqlite-in-words.ts";

export const addDoctor: AddCommand = (program, line) => {
	program
		.command("doctor")
		.description(
			"check database, ledger, pictures, changes and webhooks, and report what is wrong; works while the service runs",
		)
		.option("--read", "also read every stored picture and check its hash", false)
		.option("--live", "also go through the list for going live: address, mail, clock, room, files", false)
		.option("--mail-to <address>", "with --live: hand the mail server a message for this address")
		.option("--clock <url>", "with --live: compare the clock with that of this web server")
		.addHelpText(...examples("doctor", "doctor --read --json", "doctor --live --mail-to me@example.com"))
		.action(async (options: Options) => {
			const { read, live } = options;
			if (!live && (options.mailTo ?? options.clock) !== undefined) {
				throw new UsageFailure("--mail-to and --clock go with --live");
			}
			if (options.clock !== undefined && !parseWebUrl(options.clock)) {
				throw new UsageFailure(`--clock takes an http or https address, not "${options.clock}"`);
			}
			await requireInstallation(line.config());
			const modes = live ? modesBeforeOpening(line.config(), process.execArgv) : [];
			await line.withInstallation(async (installation) => {
				const found = await examine({ ...installation, read, nowMs: Date.now(), ...line.config().retention });
				const gone = live ? await goThroughLiveList(line.config(), installation, options) : [];
				const list = [...modes, ...gone];
				const healthy = isHealthy(found) && list.every(({ result }) => result !== "wrong");
				const sqlite = line.config().database.url === undefined ? sqliteLibrary() : undefined;
				const document = {
					healthy,
					...(sqlite ? { sqlite: described(sqlite) } : {}),
					...Object.fromEntries(found.map(({ name, document }) => [name, document])),
				};
				line.print(live ? { ...document, live: list } : document, [
					...(sqlite ? [sqliteReport(sqlite)] : []),
					...reports(found),
					...liveReport(list),
				]);
				if (!healthy) line.exitWith(exitCodes.failure);
			});
		});
};

interface Options extends LiveOptions {
	readonly read: boolean;
	readonly live: boolean;
}

function described({ name, version }: SqliteLibrary) {
	return { version, library: name };
}

/** For information: the data is none the worse for an old library. */
function sqliteReport(library: SqliteLibrary): string {
	return `${library.name === "node:sqlite" ? "ok    " : "note  "} ${sqliteInWords(library)}`;
}
