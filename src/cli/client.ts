import { creditsForJson, LARGEST_BALANCE_UNITS, parseCredits } from "../api/credits.ts";
import { balanceOf } from "../billing/balances/balance.ts";
import { type CapChange, readCaps } from "../billing/balances/caps.ts";
import { changeClient, createKey, revokeKey, rotateKey } from "../clients/pages/changes.ts";
import { policyWarnings } from "../clients/pages/policy-warnings.ts";
import { type Client, type ClientPolicy, clientFromRow } from "../clients/policy/client.ts";
import { defaultPolicy, draftClient, draftKey } from "../clients/policy/service.ts";
import { allClientRows, findClient } from "../clients/policy/store.ts";
import type { Installation } from "../installation.ts";
import { readAfterWrite } from "../pages/read-after-write.ts";
import { commandLineActor } from "../people/accounts/new-account.ts";
import type { Database } from "../platform/db/database.ts";
import { type ClientBilling, clientDocument, documentLines, LISTED } from "./client-document.ts";
import { type AddCommand, CommandFailure, type CommandLine, examples, UsageFailure } from "./command-line.ts";
import { addPolicyOptions, applyPolicyOptions } from "./policy-options.ts";
import { tableLines } from "./table.ts";
import { existingAccount } from "./user.ts";

export const addClient: AddCommand = (program, line) => {
	const client = program
		.command("client")
		.description("manage API clients: create, list, show, update, rotate, revoke");
	addCreate(client, line);
	addList(client, line);
	addShow(client, line);
	addUpdate(client, line);
	addRotate(client, line);
	addRevoke(client, line);
};

const addCreate: AddCommand = (client, line) => {
	const create = client
		.command("create")
		.description("create a client; its api_key is shown only once")
		.requiredOption("--name <name>", "name of the client")
		.option("--credits <amount>", "initial credit balance", "0")
		.option("--owner <email>", "account that owns the client in the web pages")
		.addHelpText(
			...examples(
				'client create --name "Corner shop" --credits 500',
				"client create --name Market --tier enterprise --lock nutrition --barcode-prefix 0725 --expires 2030-01-01",
			),
		);
	addPolicyOptions(create, false).action(async (options) => {
		const policy = applyPolicyOptions({ ...defaultPolicy, name: options.name }, options);
		const firstUnits = creditUnits("--credits", options.credits);
		await line.withInstallation(async ({ db, clock, secrets }) => {
			const ownerId = await ownerOf({ db }, options.owner);
			const atMs = clock.now();
			const issued = draftClient(secrets.hashKeys, {
				policy,
				creditUnits: firstUnits,
				ownerId: ownerId ?? null,
				atMs,
			});
			const { clientId } = issued.client;
			await db.write(createKey, { client: issued.client, actor: commandLineActor(atMs) });
			for (const warning of await policyWarnings(db, policy, options, clock.now()))
				line.warn(`--${warning.about} ${warning.text}`);
			const document = {
				client_id: clientId,
				api_key: issued.apiKey,
				client_name: policy.name,
				tier: policy.tier,
				credit_balance: creditsForJson(firstUnits),
			};
			line.print(document, [
				`client_id  ${clientId}`,
				`api_key    ${issued.apiKey}`,
				"The api_key is not stored and cannot be shown again.",
			]);
		});
	});
};

/** @returns units. @throws UsageFailure */
function creditUnits(name: string, text: string): number {
	const units = parseCredits(text);
	if (units === undefined || units < 0 || units > LARGEST_BALANCE_UNITS) {
		throw new UsageFailure(`${name} takes an amount such as 10 or 2.5, not "${text}"`);
	}
	return units;
}

const addList: AddCommand = (client, line) => {
	client
		.command("list")
		.description("list all clients")
		.addHelpText(...examples("client list", "client list --json"))
		.action(() =>
			line.withInstallation(async ({ db, clock }) => {
				const rows = await allClientRows(db);
				const documents = await Promise.all(
					rows.map(async (row) =>
						clientDocument(clientFromRow(row), await billingOf(db, row.client_id), clock.now()),
					),
				);
				line.print(
					documents,
					tableLines(documents, LISTED, "there are no clients; create one with packshot client create"),
				);
			}),
		);
};

const addShow: AddCommand = (client, line) => {
	client
		.command("show <id>")
		.description("show one client")
		.addHelpText(...examples("client show ps_client_3qmpyw2l6knmtz5a7bcd"))
		.action((id: string) => line.withInstallation((installation) => show(line, installation, id)));
};

async function billingOf(db: Database, clientId: string): Promise<ClientBilling> {
	const [balance, caps] = await Promise.all([balanceOf(db, clientId), readCaps(db.read, clientId)]);
	return { balanceId: balance?.balance_id ?? "", balanceUnits: balance?.units ?? 0, ...caps };
}

async function show(line: CommandLine, { db, clock }: Installation, id: string): Promise<void> {
	const document = clientDocument(await existing({ db }, id), await billingOf(db, id), clock.now());
	line.print(document, documentLines(document));
}

const addUpdate: AddCommand = (client, line) => {
	const update = client
		.command("update <id>")
		.description("change a client; a list option replaces the list, --no-… clears it")
		.option("--name <name>", "name of the client")
		.option("--owner <email>", "account that owns the client in the web pages")
		.option("--no-owner", "remove the owner")
		.option("--balance <balance>", "draw on this balance from now on, or on one of its own: own")
		.option(
			"--credits <amount>",
			"with --balance: credits to take along although others draw on the balance left",
		)
		.option("--daily-cap <credits>", "what it may spend in a UTC day")
		.option("--no-daily-cap", "remove the daily cap")
		.option("--monthly-cap <credits>", "what it may spend in a calendar month, UTC")
		.option("--no-monthly-cap", "remove the monthly cap")
		.addHelpText(
			...examples(
				"client update ps_client_3qmpyw2l6knmtz5a7bcd --rpm 120 --lock images.back --no-allow-ip",
				"client update ps_client_3qmpyw2l6knmtz5a7bcd --balance bal_7kqz2mfa4xw6ydn3rtpc --daily-cap 5",
				"client update ps_client_3qmpyw2l6knmtz5a7bcd --balance own --credits 100",
			),
		);
	addPolicyOptions(update, true).action((id: string, options) =>
		line.withInstallation(async (installation) => {
			const before = await existing(installation, id);
			const policy = applyPolicyOptions(before, options);
			const ownerId = await ownerOf(installation, options.owner);
			const nowMs = installation.clock.now();
			const change = {
				clientId: id,
				policy: changedParts(before, policy),
				ownerId,
				caps: capsOf(options),
				balance: balanceIn(options),
			};
			const outcome = await installation.db.write(changeClient, {
				...change,
				actor: commandLineActor(nowMs),
			});
			if (outcome.kind === "invalid") throw new UsageFailure(outcome.problem);
			if (outcome.kind === "conflict") throw new CommandFailure(outcome.problem);
			if (outcome.kind !== "done") throw clientNotFound(id);
			const warnings = await readAfterWrite(() => policyWarnings(installation.db, policy, options, nowMs));
			for (const { about, text } of warnings) line.warn(`--${about} ${text}`);
			await readAfterWrite(() => show(line, installation, id));
		}),
	);
};

interface BalanceOptions {
	readonly balance?: string;
	readonly credits?: string;
	/** false for `--no-…` */
	readonly dailyCap?: string | false;
	readonly monthlyCap?: string | false;
}

/** @throws UsageFailure */
function capsOf({ dailyCap, monthlyCap }: BalanceOptions): CapChange {
	const unitsOf = (name: string, text: string | false | undefined) =>
		typeof text === "string" ? creditUnits(name, text) : text === false ? null : undefined;
	return {
		dailyCapUnits: unitsOf("--daily-cap", dailyCap),
		monthlyCapUnits: unitsOf("--monthly-cap", monthlyCap),
	};
}

/** @throws UsageFailure */
function balanceIn({ balance, credits }: BalanceOptions) {
	if (balance !== undefined)
		return { to: balance, units: credits === undefined ? undefined : creditUnits("--credits", credits) };
	if (credits !== undefined) throw new UsageFailure("--credits needs --balance, which says where they go");
	return undefined;
}

/** The members of a policy that an update changes. Only these are written, so that concurrent changes to other members survive. */
function changedParts(before: ClientPolicy, after: ClientPolicy): Partial<ClientPolicy> {
	const members = Object.keys(after) as (keyof ClientPolicy)[];
	const changed = members.filter((name) => JSON.stringify(after[name]) !== JSON.stringify(before[name]));
	return Object.fromEntries(changed.map((name) => [name, after[name]]));
}

const NO_NEW_KEY = {
	key_not_active: "is revoked: it cannot get a new key",
	client_has_no_key: "is how an account buys in the pages: it has no key",
} as const;

const addRotate: AddCommand = (client, line) => {
	client
		.command("rotate <id>")
		.description(
			"issue a new api_key, shown only once; the old one and all its tokens stop working within 5 seconds",
		)
		.addHelpText(...examples("client rotate ps_client_3qmpyw2l6knmtz5a7bcd"))
		.action((id: string) =>
			line.withInstallation(async (installation) => {
				const { db, clock, secrets } = installation;
				const { apiKey, keyHash } = draftKey(secrets.hashKeys);
				const actor = commandLineActor(clock.now());
				const outcome = await db.write(rotateKey, { clientId: id, keyHash, actor });
				if (outcome === "not_found") throw clientNotFound(id);
				if (outcome !== "done") throw new CommandFailure(`client ${id} ${NO_NEW_KEY[outcome]}`);
				line.print({ client_id: id, api_key: apiKey }, [`client_id  ${id}`, `api_key    ${apiKey}`]);
			}),
		);
};

const addRevoke: AddCommand = (client, line) => {
	client
		.command("revoke <id>")
		.description("revoke a client permanently")
		.addHelpText(...examples("client revoke ps_client_3qmpyw2l6knmtz5a7bcd"))
		.action((id: string) =>
			line.withInstallation(async ({ db, clock }) => {
				const actor = commandLineActor(clock.now());
				const outcome = await db.write(revokeKey, { clientId: id, actor });
				if (outcome !== "done") throw clientNotFound(id);
				line.print({ client_id: id, state: "revoked" }, [`${id} is revoked`]);
			}),
		);
};

/** The account that an option names: `undefined` if the option is absent, `null` for nobody. */
async function ownerOf(
	installation: Pick<Installation, "db">,
	email: string | false | undefined,
): Promise<string | null | undefined> {
	if (email === undefined || email === false) return email === false ? null : undefined;
	return (await existingAccount(installation, email)).account_id;
}

/** @throws CommandFailure when there is no such client. */
export async function existing({ db }: Pick<Installation, "db">, id: string): Promise<Client> {
	const client = await findClient(db.read, id);
	if (!client) throw clientNotFound(id);
	return client;
}

export function clientNotFound(id: string): CommandFailure {
	return new CommandFailure(`there is no client ${id}`);
}
