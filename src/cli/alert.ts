import type { Command } from "commander";
import { type AskOutcome, changeAlert, endAlert, publishAlert } from "../alerts/acts.ts";
import { newAlertId, performUntilDone } from "../alerts/perform.ts";
import {
	EVERY_READER,
	findAlert,
	formerWordings,
	listAlerts,
	placeOf,
	productsWith,
	type ShownAlert,
} from "../alerts/read.ts";
import {
	type CorrectedValues,
	MOST_PRODUCTS,
	type Wording,
	withholdsByDefault,
	wordingProblem,
} from "../alerts/wording.ts";
import { DECLARED } from "../catalogue/fields/declared-fields.ts";
import { type AlertKind, type AlertOutcome, KINDS } from "../catalogue/withholding/alert-schema.ts";
import type { Installation } from "../installation.ts";
import type { OnceOutcome } from "../pages/once.ts";
import { commandLineActor } from "../people/accounts/new-account.ts";
import { counted } from "../platform/counted.ts";
import { type AddCommand, CommandFailure, type CommandLine, examples, UsageFailure } from "./command-line.ts";

interface Options {
	readonly kind?: AlertKind;
	readonly symbol?: string;
	readonly designation?: string;
	readonly barcode?: readonly string[];
	readonly message?: string;
	readonly lots?: string;
	readonly source?: string;
	readonly withhold?: boolean;
	readonly correctStatus?: string;
	readonly correctDesignation?: string;
}

export const addAlert: AddCommand = (program, line) => {
	const alert = program
		.command("alert")
		.description("kosher alerts: what went wrong with hechshers, and which are not served meanwhile");
	withWording(alert.command("publish"))
		.description("publish an alert about products; it is sent to whoever follows")
		.addHelpText(
			...examples(
				'alert publish --kind withdrawn --symbol OU --barcode 0725272730706 --message "The OU no longer certifies this product."',
				'alert publish --kind mislabelled --symbol OU --correct-status dairy --barcode 0725272730706 --message "Contains milk."',
			),
		)
		.action((options: Options) => publish(line, options));
	withWording(alert.command("change <alert_id>"))
		.description("change what a live alert says or names; earlier wordings are kept")
		.addHelpText(...examples('alert change alr_01JV9Y3Q6ZP0W8M4N2K7T5R1XS --lots "L2301 to L2305"'))
		.action((alertId: string, options: Options) => change(line, alertId, options));
	alert
		.command("end <alert_id>")
		.description("end an alert; it stays listed")
		.option("--settled", "what it warned of is over: hechshers that it withheld are removed")
		.option("--mistaken", "it should not have been published: hechshers that it withheld are served again")
		.addHelpText(...examples("alert end alr_01JV9Y3Q6ZP0W8M4N2K7T5R1XS --settled"))
		.action((alertId: string, options: { settled?: true; mistaken?: true }) => end(line, alertId, options));
	alert
		.command("list")
		.description("list alerts, newest first")
		.option("--live", "only those that have not ended")
		.addHelpText(...examples("alert list --live"))
		.action((options: { live?: true }) => list(line, options));
	alert
		.command("show <alert_id>")
		.description("show an alert, with its earlier wordings")
		.addHelpText(...examples("alert show alr_01JV9Y3Q6ZP0W8M4N2K7T5R1XS"))
		.action((alertId: string) => line.withInstallation((installation) => show(line, installation, alertId)));
};

function withWording(command: Command): Command {
	return command
		.option("--kind <kind>", KINDS.join(", "))
		.option("--symbol <symbol>", "the hechsher that it is about")
		.option("--designation <text>", "only hechshers with this additional designation")
		.option("--barcode <barcode...>", `the products, at most ${MOST_PRODUCTS}`)
		.option("--message <text>", "what is wrong, since when, and what to do")
		.option("--lots <text>", "which lots are meant")
		.option("--source <source>", "where it was announced: an https URL or a text")
		.option("--withhold", "do not serve these hechshers while the alert is live")
		.option("--no-withhold", "go on serving them")
		.option("--correct-status <status>", "write this status into them: dairy, meat, pareve")
		.option("--correct-designation <text>", "write this additional designation into them");
}

function publish(line: CommandLine, options: Options): Promise<void> {
	const { kind, symbol = null, designation = null, message = "", lots = null, source = null } = options;
	if (kind === undefined) throw new UsageFailure(`say which --kind of alert it is: ${KINDS.join(", ")}`);
	const withholds = options.withhold ?? withholdsByDefault({ kind, symbol, lots });
	const wording: Wording = { kind, symbol, designation, withholds, message, lots, source };
	const correction = correctionOf(options);
	const problem = wordingProblem(wording, correction);
	if (problem !== undefined) throw new UsageFailure(problem);
	const barcodes = barcodesOf(options.barcode ?? []);
	return line.withInstallation(async (installation) => {
		const { db, clock } = installation;
		const alertId = newAlertId(clock.now());
		const actor = commandLineActor(clock.now());
		if (withholds && (await productsWith(db.read, wording, barcodes)) === 0)
			line.warn(
				`none of these products has a hechsher ${symbol}${designation ? ` ${designation}` : ""} now; is it written as the catalogue has it?`,
			);
		const asked = { alertId, wording, barcodes, correction, actor };
		await carryOut(line, installation, alertId, await db.write(publishAlert, asked));
	});
}

function change(line: CommandLine, alertId: string, options: Options): Promise<void> {
	const { kind, symbol, designation, message, lots, source, withhold: withholds } = options;
	const given = { kind, symbol, designation, message, lots, source, withholds };
	const wording = Object.fromEntries(
		Object.entries(given).flatMap(([name, value]) =>
			value === undefined ? [] : [[name, value === "" ? null : value]],
		),
	) as Partial<Wording>;
	const barcodes = options.barcode ? barcodesOf(options.barcode) : null;
	return line.withInstallation(async (installation) => {
		const { db, clock } = installation;
		const asked = {
			alertId,
			wording,
			barcodes,
			correction: correctionOf(options),
			actor: commandLineActor(clock.now()),
		};
		await carryOut(line, installation, alertId, await db.write(changeAlert, asked));
	});
}

function end(
	line: CommandLine,
	alertId: string,
	{ settled, mistaken }: { settled?: true; mistaken?: true },
): Promise<void> {
	if (settled === mistaken) throw new UsageFailure("say how it ends: --settled or --mistaken");
	const outcome: AlertOutcome = settled ? "settled" : "mistaken";
	return line.withInstallation(async (installation) => {
		const { db, clock } = installation;
		const actor = commandLineActor(clock.now());
		await carryOut(line, installation, alertId, await db.write(endAlert, { alertId, outcome, actor }));
	});
}

/** Carries out what was asked for, unless a server does it first, and shows the alert. @throws CommandFailure when it was refused. */
async function carryOut(
	line: CommandLine,
	installation: Installation,
	alertId: string,
	outcome: OnceOutcome<AskOutcome>,
): Promise<void> {
	if (outcome.kind === "unknown_products")
		throw new CommandFailure(`not in the catalogue: ${outcome.barcodes.join(", ")}; nothing was published`);
	if (outcome.kind === "unfit") throw new UsageFailure(outcome.problem);
	if (outcome.kind !== "asked")
		throw new CommandFailure(
			{
				no_alert: `there is no alert ${alertId}`,
				changed: `alert ${alertId} has changed in the meantime; look at it again`,
				ended: `alert ${alertId} has ended; publish another one`,
				sent_before: `alert ${alertId} has been published`,
				under_way: `alert ${alertId} is still being carried out, or waits for approval; try again later`,
				second_person_needed: "another person has to approve it",
				decided: "somebody has approved or declined it",
			}[outcome.kind],
		);
	await performUntilDone(installation, alertId);
	await show(line, installation, alertId);
}

/** @throws UsageFailure */
function barcodesOf(given: readonly string[]): string[] {
	const barcodes = [...new Set(given.flatMap((text) => text.split(",")).map((text) => text.trim()))].filter(
		Boolean,
	);
	const wrong = barcodes.find((barcode) => !/^[0-9]{4,14}$/.test(barcode));
	if (wrong !== undefined) throw new UsageFailure(`--barcode takes 4 to 14 digits, not "${wrong}"`);
	if (barcodes.length === 0) throw new UsageFailure("name the products with --barcode");
	if (barcodes.length > MOST_PRODUCTS)
		throw new UsageFailure(`an alert names at most ${MOST_PRODUCTS} products`);
	return barcodes;
}

/** @throws UsageFailure */
function correctionOf({ correctStatus, correctDesignation }: Options): CorrectedValues | null {
	const { values } = DECLARED.hechshers.dairy_meat_pareve;
	const status = values.find((value) => value === correctStatus);
	if (correctStatus !== undefined && status === undefined)
		throw new UsageFailure(`--correct-status takes ${values.join(", ")}, not "${correctStatus}"`);
	if (correctStatus === undefined && correctDesignation === undefined) return null;
	return {
		...(status === undefined ? {} : { dairy_meat_pareve: status }),
		...(correctDesignation === undefined ? {} : { additional_designation: correctDesignation || null }),
	};
}

async function list(line: CommandLine, { live }: { live?: true }): Promise<void> {
	await line.withInstallation(async ({ db }) => {
		const alerts: ShownAlert[] = [];
		for (;;) {
			const last = alerts.at(-1);
			const after = last && placeOf(last);
			const page = await listAlerts(db.read, EVERY_READER, { live: live ?? undefined, after, limit: 200 });
			alerts.push(...page);
			if (page.length < 200) break;
		}
		const lines = alerts.map(
			(alert) =>
				`${alert.alert_id} ${stateOf(alert)} ${alert.kind} ${alert.symbol ?? "-"} ${counted(alert.barcodes.length, "product")}: ${alert.message.split("\n")[0]}`,
		);
		line.print(alerts, lines.length > 0 ? lines : ["there are no alerts"]);
	});
}

async function show(line: CommandLine, { db }: Pick<Installation, "db">, alertId: string): Promise<void> {
	const alert = await findAlert(db.read, EVERY_READER, alertId);
	if (!alert) throw new CommandFailure(`there is no alert ${alertId}`);
	const earlier = await formerWordings(db.read, alertId);
	const { barcodes, message, ...rest } = alert;
	line.print({ ...alert, earlier }, [
		...Object.entries(rest).map(([name, value]) => `${name.padEnd(13)} ${value ?? "-"}`),
		`barcodes      ${barcodes.join(", ")}`,
		...message.split("\n"),
		...earlier.map(
			(each) =>
				`until ${each.shown_until}: ${each.kind} ${each.symbol ?? "-"}, ${counted(each.barcodes.length, "product")}: ${each.message}`,
		),
	]);
}

function stateOf({ ended_at, outcome }: ShownAlert): string {
	return ended_at === null ? "live" : (outcome ?? "ended");
}
