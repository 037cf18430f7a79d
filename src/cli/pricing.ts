import { actions, isAction } from "../billing/actions.ts";
import { readPriceList, setPrice } from "../billing/prices.ts";
import { isoTime } from "../platform/clock.ts";
import { parseTime } from "../platform/http/query.ts";
import { creditsForJson, formatCredits, parseCredits } from "../platform/money.ts";
import { type AddCommand, CommandFailure, UsageFailure } from "./command-line.ts";

const DAY_MS = 86_400_000;
const NOTICE_DAYS = 30;

export const addPricing: AddCommand = (program, line) => {
	const pricing = program.command("pricing").description("prices of the actions: show, set");

	pricing
		.command("show")
		.description("prices in force and changes announced")
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
						...current.map(([action, units]) => `${action.padEnd(42)} ${formatCredits(units)}`),
						...upcoming.map(
							({ action, price, effective_from }) => `from ${effective_from}: ${action} ${price}`,
						),
					],
				);
			}),
		);

	pricing
		.command("set <action> <price>")
		.description("announce a price, effective 30 days ahead or later")
		.option("--effective <date>", "date or date-time from which it holds; default: in 30 days")
		.option("--now", "at once; only before the first charge was ever made")
		.action((action: string, price: string, options: { effective?: string; now?: boolean }) =>
			line.withInstallation(async ({ db, clock }) => {
				if (!isAction(action))
					throw new UsageFailure(`there is no action "${action}"; pricing show lists them`);
				const units = parseCredits(price);
				if (units === undefined || units < 0)
					throw new UsageFailure(`"${price}" is not a price such as 0.05`);
				const nowMs = clock.now();
				const effectiveAtMs = effectiveMoment(options, nowMs);
				const outcome = await db.write(setPrice, {
					action,
					units,
					effectiveAtMs,
					nowMs,
					immediately: options.now === true,
				});
				if (outcome === "already_charging") {
					throw new CommandFailure("--now works only before the first charge was ever made");
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

function effectiveMoment(options: { effective?: string; now?: boolean }, nowMs: number): number {
	if (options.now) return nowMs;
	if (options.effective === undefined) return nowMs + NOTICE_DAYS * DAY_MS;
	const time = parseTime(options.effective);
	if (time === undefined)
		throw new UsageFailure(`--effective takes a date such as 2027-01-31, not "${options.effective}"`);
	return time;
}
