import { FACTS, GivenCertificate, type GivenFacts } from "../catalogue/certificates/given.ts";
import { allCertificates, type ListedCertificate } from "../catalogue/certificates/list-certificates.ts";
import { setAndTell } from "../catalogue/certificates/set-certificates.ts";
import { mismatch } from "../imports/formats/mismatch.ts";
import { commandLineActor } from "../people/accounts/new-account.ts";
import { compiled } from "../platform/compiled.ts";
import { type AddCommand, CommandFailure, type CommandLine, examples, UsageFailure } from "./command-line.ts";
import { type Column, tableLines } from "./table.ts";

interface Options {
	readonly symbol?: string;
	readonly issuedOn?: string;
	readonly validUntil?: string;
	readonly checkedOn?: string;
	readonly source?: string;
	readonly note?: string;
}

export const addCertificate: AddCommand = (program, line) => {
	const certificate = program
		.command("certificate")
		.description("certificates that hechshers rest on: list, set");
	certificate
		.command("list")
		.description("list certificates, the first to end first")
		.option("--ending <days>", "only those that end within so many days")
		.addHelpText(...examples("certificate list --ending 30"))
		.action(({ ending }: { readonly ending?: string }) =>
			line.withInstallation(async ({ db, clock }) => {
				const endingDays = ending === undefined ? undefined : daysOf(ending);
				const certificates = await allCertificates(db, { nowMs: clock.now(), endingDays });
				line.print({ certificates }, tableLines(certificates, COLUMNS, "no certificates"));
			}),
		);
	certificate
		.command("set <certificate_id>")
		.description(
			"renew a certificate, or change what else it says; products that rest on it are told. An empty value removes what was there",
		)
		.option("--symbol <symbol>", "the hechsher's symbol: of a certificate that is not there yet")
		.option("--issued-on <date>", "when it was issued")
		.option("--valid-until <date>", "the last day on which it holds, UTC")
		.option("--checked-on <date>", "when somebody last looked at the source")
		.option("--source <source>", "where it can be looked up, shown to customers")
		.option("--note <text>", "a note that customers do not see")
		.addHelpText(...examples("certificate set OU-2027-0417 --valid-until 2028-03-31 --checked-on 2026-11-29"))
		.action((id: string, options: Options) => set(line, id, options));
};

function set(line: CommandLine, id: string, options: Options): Promise<void> {
	const facts = givenFacts(id, options);
	return line.withInstallation(async ({ db, clock }) => {
		const actor = commandLineActor(clock.now());
		const outcome = await setAndTell(db, { ids: [id], facts, symbol: options.symbol, actor });
		if (outcome.kind === "unknown")
			throw new CommandFailure(`there is no certificate ${id}; --symbol SYMBOL makes a new one`);
		if (outcome.kind === "refused") throw new CommandFailure(outcome.reason);
		const certificates = await allCertificates(db, { nowMs: clock.now() });
		const [now] = certificates.filter(({ certificate_id }) => certificate_id === id);
		if (!now) throw new Error(`${id} was set and is not there`);
		line.print({ changed: outcome.changed.length > 0, ...now }, tableLines([now], COLUMNS, ""));
	});
}

const given = compiled(GivenCertificate);

/** @throws UsageFailure when there is nothing to set, or a value is none */
function givenFacts(certificate_id: string, options: Options): GivenFacts {
	const { issuedOn, validUntil, checkedOn, source, note } = options;
	const all = { issued_on: issuedOn, valid_until: validUntil, checked_on: checkedOn, source, note };
	const facts = Object.fromEntries(
		Object.entries(all).flatMap(([name, value]) => (value === undefined ? [] : [[name, value || null]])),
	);
	if (Object.keys(facts).length === 0 && options.symbol === undefined)
		throw new UsageFailure(`say what to set: ${FACTS.join(", ")}; certificate set --help lists the options`);
	const certificate = { certificate_id, ...facts };
	if (!given().Check(certificate)) throw new UsageFailure(mismatch(GivenCertificate, certificate));
	return facts;
}

function daysOf(text: string): number {
	if (/^\d{1,5}$/.test(text)) return Number(text);
	throw new UsageFailure(`--ending takes a number of days, not "${text}"`);
}

const COLUMNS: readonly Column<ListedCertificate>[] = [
	{ head: "certificate", text: ({ certificate_id }) => certificate_id },
	{ head: "symbol", text: ({ symbol }) => symbol },
	{ head: "valid until", text: ({ valid_until }) => valid_until ?? "-" },
	{ head: "status", text: ({ status }) => status },
	{ head: "checked on", text: ({ checked_on }) => checked_on ?? "-" },
	{ head: "products", text: ({ products }) => String(products), right: true },
];
