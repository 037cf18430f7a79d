import type { Command } from "commander";
import type { Installation } from "../installation.ts";
import { commandLineActor } from "../people/accounts/new-account.ts";
import { changeRights } from "../pictures/pages/rights/changes.ts";
import { excessBytes } from "../pictures/rights/rights-problem.ts";
import { readRights } from "../pictures/rights/saved-rights.ts";
import {
	DATA_MINING,
	type DataMining,
	NO_RIGHTS,
	RIGHTS_NAMES,
	type RightsTexts,
} from "../pictures/rights/texts.ts";
import { counted } from "../platform/counted.ts";
import { type AddCommand, CommandFailure, type CommandLine, examples, UsageFailure } from "./command-line.ts";

/** The option of each text, and what it says. */
const OPTIONS: Readonly<Record<keyof RightsTexts, readonly [flags: string, description: string]>> = {
	creator: ["--creator <text>", "who made the pictures"],
	credit_line: ["--credit-line <text>", "how they are to be credited"],
	copyright_notice: ["--copyright-notice <text>", "who holds the copyright"],
	usage_terms: ["--usage-terms <text>", "what they may be used for"],
	web_statement: ["--web-statement <url>", "web page with the terms"],
	licensor_name: ["--licensor-name <text>", "who grants licences"],
	licensor_url: ["--licensor-url <url>", "where licences are granted"],
	data_mining: [
		"--data-mining <value>",
		`whether data mining is permitted, as PLUS calls it: ${DATA_MINING.join(", ")}`,
	],
};

export const addRights: AddCommand = (program, line) => {
	const rights = program
		.command("rights")
		.description("texts about rights that every delivered picture carries: show, set, clear");
	rights
		.command("show")
		.description("show the texts")
		.addHelpText(...examples("rights show"))
		.action(() => line.withInstallation((installation) => report(line, installation)));
	const set = rights
		.command("set")
		.description("change some of the texts; an empty one is cleared. They hold within five seconds");
	addOptions(set)
		.addHelpText(
			...examples(
				'rights set --creator "Studio North" --copyright-notice "© Example Foods"',
				"rights set --data-mining DMI-PROHIBITED-AIMLTRAINING",
			),
		)
		.action((options: Readonly<Record<string, string>>) => change(line, givenTexts(options)));
	rights
		.command("clear")
		.description("clear all texts; delivered pictures still carry the GTIN")
		.addHelpText(...examples("rights clear"))
		.action(() => change(line, NO_RIGHTS));
};

function addOptions(command: Command): Command {
	for (const [flags, description] of Object.values(OPTIONS)) command.option(flags, description);
	return command;
}

/** @throws UsageFailure when no text is given, or a value that PLUS does not have. */
function givenTexts(options: Readonly<Record<string, string>>): Partial<RightsTexts> {
	const given = Object.fromEntries(
		RIGHTS_NAMES.flatMap((name) => {
			const text = options[name.replace(/_(.)/g, (_, letter: string) => letter.toUpperCase())];
			return text === undefined ? [] : [[name, text]];
		}),
	) as Partial<RightsTexts>;
	if (Object.keys(given).length === 0)
		throw new UsageFailure("say which texts to set; rights set --help lists them");
	const { data_mining } = given;
	if (data_mining && !DATA_MINING.includes(data_mining as DataMining))
		throw new UsageFailure(`--data-mining takes one of ${DATA_MINING.join(", ")}, not "${data_mining}"`);
	return given;
}

function change(line: CommandLine, given: Partial<RightsTexts>): Promise<void> {
	return line.withInstallation(async (installation) => {
		const { db, clock } = installation;
		const actor = commandLineActor(clock.now());
		const outcome = await db.write(changeRights, { given, revision: null, actor });
		if (outcome.kind === "refused") throw new UsageFailure(outcome.problem);
		if (outcome.kind === "rights_changed")
			throw new CommandFailure("somebody changed the texts at the same moment; try again");
		await report(line, installation);
	});
}

async function report(line: CommandLine, { db }: Installation): Promise<void> {
	const { texts } = await readRights(db.read);
	const left = -excessBytes(texts);
	line.print({ ...texts, bytes_left: left }, [
		...RIGHTS_NAMES.map((name) => `${name.padEnd(18)} ${texts[name] ?? "-"}`),
		`${counted(left, "byte")} left beside a 14-digit GTIN`,
	]);
}
