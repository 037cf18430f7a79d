import { creditsForJson, formatCredits, parseCredits } from "../api/credits.ts";
import {
	type Action,
	actions,
	isAction,
	isRetired,
	LARGEST_PRICE_UNITS,
	retiredText,
} from "../billing/prices/actions.ts";
import { announcePrice, hasCharged, readPriceList } from "../billing/prices/prices.ts";
import { type WithdrawalOutcome, withdrawAnnounced } from "../billing/prices/withdraw-price.ts";
import { commandLineActor } from "../people/accounts/new-account.ts";
import { parseTime } from "../platform/http/query.ts";
import { isoTime } from "../platform/time/clock.ts";
import { DAY_MS } from "../platform/time/durations.ts";
import { type AddCommand, CommandFailure, type CommandLine, examples, UsageFailure } from "./command-line.ts";

const NOTICE_DAYS = 30;

const NOT_YET_FIXED = `nobody was charged yet: set prices with --now; after the first charge they are announced ${NOTICE_DAYS} days ahead`;

export const addPricing: AddCommand = (program, line) => {
	const pricing = program.command("pricing").description("manage the prices of actions: show, set, withdraw");
	addShow(pricing, line);
	addSet(pricing, line);
	addWithdraw(pricing, line);
};

const addShow: AddCommand = (pricing, line) => {
	pricing
		.command("show")
		.description("list the current and the announced prices")
		.addHelpText(...examples("pricing show"))
		.action(() =>
			line.withInstallation(async ({ db, clock }) => {
				const list = await readPriceList(db);
				const now = clock.now();
				const upcoming = list.upcoming(now).map(({ action, units, effectiveAtMs }) => ({
					action,
					price: creditsForJson(units),
					effective_from: isoTime(effectiveAtMs),
				}));
				const current = actions.map((action) => [action, list.unitsOf(action, now)] as const);
				line.print(
					{
						currency: "credits",
						actions: Object.fromEntries(current.map(([action, units]) => [action, creditsForJson(units)])),
						upcoming,
					},
					[
						`${"ACTION".padEnd(42)} CREDITS`,
						...current.map(([action, units]) => `${action.padEnd(42)} ${formatCredits(units)}`),
						...((await hasCharged(db.read)) ? [] : [NOT_YET_FIXED]),
						...(upcoming.length === 0 ? ["no change is announced"] : []),
						...upcoming.map(
							({ action, price, effective_from }) => `from ${effective_from}: ${action} ${price}`,
						),
					],
				);
			}),
		);
};

const addSet: AddCommand = (pricing, line) => {
	pricing
		.command("set <action> <price>")
		.description("announce a price, at least 30 days ahead")
		.option("--effective <date>", "date or date-time from which it applies; default: in 30 days")
		.option("--now", "apply immediately; only before the first charge")
		.addHelpText(
			...examples(
				"pricing set products.get.info 0.12",
				"pricing set products.get.info 0.12 --effective 2030-01-01",
			),
		)
		.action((action: string, price: string, options: { effective?: string; now?: boolean }) =>
			line.withInstallation(async ({ db, clock }) => {
				requireAction(action);
				if (isRetired(action)) throw new UsageFailure(retiredText(action));
				const units = parseCredits(price);
				if (units === undefined || units < 0)
					throw new UsageFailure(`"${price}" is not a price such as 0.05`);
				if (units > LARGEST_PRICE_UNITS)
					throw new UsageFailure(`a price is at most ${formatCredits(LARGEST_PRICE_UNITS)} credits`);
				const nowMs = clock.now();
				const effectiveAtMs = effectiveMoment(options, nowMs);
				const outcome = await db.write(announcePrice, {
					action,
					units,
					effectiveAtMs,
					nowMs,
					immediately: options.now === true,
					beforeUnits: (await readPriceList(db)).unitsOf(action, nowMs),
					actor: commandLineActor(nowMs),
				});
				if (outcome === "already_charging") {
					throw new CommandFailure("--now works only before the first charge");
				}
				if (outcome === "notice_too_short") {
					throw new CommandFailure(`a price is announced at least ${NOTICE_DAYS} days ahead`);
				}
				const effective_from = isoTime(effectiveAtMs);
				line.print({ action, price: creditsForJson(units), effective_from }, [
					`${action} costs ${formatCredits(units)} from ${effective_from}`,
				]);
			}),
		);
};

const addWithdraw: AddCommand = (pricing, line) => {
	pricing
		.command("withdraw <action>")
		.description("withdraw an announced price before it applies")
		.option("--effective <date>", "which one, if several are announced")
		.addHelpText(
			...examples(
				"pricing withdraw products.get.info",
				"pricing withdraw products.get.info --effective 2030-01-01",
			),
		)
		.action((action: string, { effective }: { effective?: string }) =>
			line.withInstallation(async ({ db, clock }) => {
				requireAction(action);
				const effectiveAtMs = effective === undefined ? null : timeOf(effective);
				const nowMs = clock.now();
				const actor = commandLineActor(nowMs);
				const outcome = await db.write(withdrawAnnounced, { action, effectiveAtMs, nowMs, actor });
				reportWithdrawal(line, action, outcome);
			}),
		);
};

function reportWithdrawal(line: CommandLine, action: Action, outcome: WithdrawalOutcome): void {
	if (outcome.kind === "none") throw new CommandFailure(`no price of ${action} is announced for that date`);
	if (outcome.kind === "several") {
		const dates = outcome.effectiveAtMs.map(isoTime).join(", ");
		throw new UsageFailure(`several prices of ${action} are announced; say which with --effective: ${dates}`);
	}
	const effective_from = isoTime(outcome.effectiveAtMs);
	line.print({ action, price: creditsForJson(outcome.units), effective_from, withdrawn: true }, [
		`${action} will not cost ${formatCredits(outcome.units)} from ${effective_from}: withdrawn`,
	]);
}

/** @throws UsageFailure for an unknown action. */
function requireAction(action: string): asserts action is Action {
	if (!isAction(action)) throw new UsageFailure(`there is no action "${action}"; pricing show lists them`);
}

function effectiveMoment(options: { effective?: string; now?: boolean }, nowMs: number): number {
	if (options.now && options.effective !== undefined) {
		throw new UsageFailure("--now and --effective cannot be used together");
	}
	if (options.now) return nowMs;
	return options.effective === undefined ? nowMs + NOTICE_DAYS * DAY_MS : timeOf(options.effective);
}

function timeOf(text: string): number {
	const time = parseTime(text);
	if (time === undefined)
		throw new UsageFailure(`--effective takes a date such as 2027-01-31, not "${text}"`);
	return time;
}
