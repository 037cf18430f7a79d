import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { formatCredits, UNITS_PER_CREDIT } from "../api/credits.ts";
import { listProducts } from "../catalogue/listing/list-products.ts";
import { EVERY_PRODUCT } from "../catalogue/listing/product-filter.ts";
import { ownedClients } from "../clients/policy/owned.ts";
import { revokeClient, setOwner } from "../clients/policy/store.ts";
import { type Config, dataPaths, loadConfig } from "../config.ts";
import type { Installation } from "../installation.ts";
import type { Role } from "../pages/contract.ts";
import { type IssuedAccount, issueAccount, replacePassword } from "../people/accounts/new-account.ts";
import { changePortalSettings } from "../people/portal-settings.ts";
import { readWatermark } from "../pictures/style/saved-style.ts";
import { counted } from "../platform/counted.ts";
import type { Database } from "../platform/db/database.ts";
import { type AddCommand, CommandFailure, examples } from "./command-line.ts";
import { demoActor } from "./demo-actor.ts";
import { stopSignal, withListening } from "./serve.ts";
import { serveAlone } from "./serving.ts";
import { existingAccount } from "./user.ts";

const DEMO_UNITS = 250 * UNITS_PER_CREDIT;
const SAMPLE_BARCODE = "2990000050038";

const ADMINISTRATOR = "admin@example.com";
const HOLDER = "shop@example.com";
const PROPOSES_AS = "Demo shop";

/** What every start of the demo prints; stored in a file readable only by its owner. */
interface DemoCredentials extends DemoClient {
	/** Sign-in details for the pages: those of the administrator and of the client's owner. */
	readonly administrator: SignIn;
	readonly account_holder: SignIn;
}

interface DemoClient {
	readonly client_id: string;
	readonly api_key: string;
}

interface SignIn {
	readonly email: string;
	readonly password: string;
}

export const addDemo: AddCommand = (program, line) => {
	program
		.command("demo")
		.description("fill an empty installation with a demo catalogue and a client, then serve it")
		.option("--host <host>", "address to listen on")
		.option("--port <port>", "port to listen on")
		.addHelpText(...examples("demo --port 9000"))
		.action(async (options: { host?: string; port?: string }) => {
			// Somebody is watching the demo's terminal, so only errors are logged unless the environment asks for more.
			const config = withListening(
				loadConfig({ PACKSHOT_LOG_LEVEL: "warn", PACKSHOT_STOREFRONT: "on", ...line.environment }),
				options,
			);
			let isGreeted = false;
			await serveAlone(config, stopSignal, async ({ installation, url }) => {
				if (isGreeted) return;
				isGreeted = true;
				const credentials = await demoCredentials(installation, config);
				line.print({ url, ...credentials }, instructions(url, credentials));
			});
		});
};

/** The catalogue and the client are created once; the file with the client's key shows that this was done. */
async function demoCredentials(installation: Installation, config: Config): Promise<DemoCredentials> {
	const file = dataPaths(config).demoCredentials;
	if (existsSync(file)) {
		const kept: DemoCredentials | DemoClient = JSON.parse(readFileSync(file, "utf8"));
		return "administrator" in kept ? kept : withAccounts(installation, kept, file);
	}
	if (await holdsOtherProducts(installation.db)) {
		throw new CommandFailure(
			`${config.process.dataFolder} holds other products; set PACKSHOT_DATA to a new folder`,
		);
	}
	process.stderr.write("packshot: creating the demo catalogue, on the first run only …\n");
	const startedAt = performance.now();
	const { loadDemoCatalogue } = await import("./load-demo.ts");
	const { products, pictures } = await loadDemoCatalogue({
		...installation,
		watermark: await readWatermark(installation.db, config.images),
		sizesPx: config.images.sizesPx,
		uploadOffsetMinutes: config.images.uploadOffsetMinutes,
		onProgress: progressLine(),
	});
	const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
	process.stderr.write(
		`packshot: ${counted(products, "product")} and ${counted(pictures, "picture")} in ${seconds} s\n`,
	);
	return withHistory(installation, file, config.orders.days);
}

/** Opens the accounts and gives them keys with a history, a filled basket and proposals to review. */
async function withHistory(
	installation: Installation,
	file: string,
	orderDays: number,
): Promise<DemoCredentials> {
	const { db, clock, secrets } = installation;
	const administrator = await demoAccount(installation, ADMINISTRATOR, ["administrator"]);
	const holder = await demoAccount(installation, HOLDER, [], PROPOSES_AS);
	// The secret of a client that an interrupted demo left behind was never shown to anyone.
	const owned = await ownedClients(db.read, holder.accountId);
	for (const { clientId } of owned.filter(({ isKeyless }) => !isKeyless)) {
		await db.write(revokeClient, { clientId, nowMs: clock.now() });
	}
	await db.write(changePortalSettings, {
		contact: ADMINISTRATOR,
		creditPrice: 0.5,
		currency: "USD",
		showsCreditPrice: true,
		showsFacts: true,
		actor: demoActor(administrator.accountId, clock.now()),
	});
	const { loadDemoHistory } = await import("./load-demo-history.ts");
	const { loadDemoOrdering } = await import("./load-demo-ordering.ts");
	const { loadDemoProposals } = await import("./load-demo-proposals.ts");
	const people = { holderId: holder.accountId, administratorId: administrator.accountId };
	const { clientId, apiKey } = await loadDemoHistory(
		{ db, clock, hashKeys: secrets.hashKeys },
		people,
		DEMO_UNITS,
	);
	await loadDemoOrdering(installation, holder.accountId, orderDays);
	await loadDemoProposals(installation, people);
	return storeCredentials({ client_id: clientId, api_key: apiKey }, { administrator, holder }, file);
}

/** For a demo created before there were accounts: opens them, assigns the client to one, and stores their passwords. */
async function withAccounts(
	installation: Installation,
	client: DemoClient,
	file: string,
): Promise<DemoCredentials> {
	const administrator = await demoAccount(installation, ADMINISTRATOR, ["administrator"]);
	const holder = await demoAccount(installation, HOLDER, []);
	await installation.db.write(setOwner, { clientId: client.client_id, ownerId: holder.accountId });
	return storeCredentials(client, { administrator, holder }, file);
}

function storeCredentials(
	{ client_id, api_key }: DemoClient,
	{ administrator, holder }: { administrator: IssuedAccount; holder: IssuedAccount },
	file: string,
): DemoCredentials {
	const credentials: DemoCredentials = {
		client_id,
		api_key,
		administrator: { email: ADMINISTRATOR, password: administrator.password },
		account_holder: { email: HOLDER, password: holder.password },
	};
	writeFileSync(file, `${JSON.stringify(credentials, null, 2)}\n`, { mode: 0o600 });
	return credentials;
}

/** An account left by an interrupted demo gets a new password, since the first was never shown to anyone. */
async function demoAccount(
	installation: Installation,
	email: string,
	roles: readonly Role[],
	proposesAs: string | null = null,
): Promise<IssuedAccount> {
	const issued = await issueAccount(installation, { email, roles, proposesAs, lasting: true });
	if (issued) return issued;
	const { account_id: accountId } = await existingAccount(installation, email);
	return { accountId, password: await replacePassword(installation, accountId) };
}

/** Whether there are products that the demo did not create. Leftovers of an interrupted demo do not count. */
export async function holdsOtherProducts(db: Database): Promise<boolean> {
	// Loaded only here: every other command would wait for a catalogue that it does not need.
	const { demoProducts } = await import("@packshot/demo/catalogue");
	const demo = new Set(demoProducts().map(({ record }) => record.barcode));
	const { rows, total } = await listProducts(db, EVERY_PRODUCT, { page: 1, perPage: demo.size });
	return total > demo.size || rows.some(({ barcode }) => !demo.has(barcode));
}

function progressLine(): (done: number, of: number) => void {
	if (!process.stderr.isTTY) return () => undefined;
	return (done, of) => process.stderr.write(`\rpackshot: picture ${done} of ${of}${done === of ? "\n" : ""}`);
}

function instructions(url: string, credentials: DemoCredentials): string[] {
	const { client_id, api_key, administrator, account_holder } = credentials;
	const body = JSON.stringify({ client_id, api_key });
	return [
		"",
		`Packshot serves a demo catalogue at ${url}/api/v1`,
		"",
		`  client_id  ${client_id}   (${formatCredits(DEMO_UNITS)} credits to begin with)`,
		`  api_key    ${api_key}`,
		"",
		`Look around at ${url}, and sign in at ${url}/sign-in`,
		"",
		`  as the shop that owns this client    ${account_holder.email}    ${account_holder.password}`,
		`  as an administrator                  ${administrator.email}   ${administrator.password}`,
		"",
		"Try it in another terminal:",
		"",
		`  TOKEN=$(curl -s ${url}/api/v1/auth/token -H 'Content-Type: application/json' -d '${body}' | sed 's/.*"access_token":"\\([^"]*\\)".*/\\1/')`,
		`  curl -s ${url}/api/v1/products/${SAMPLE_BARCODE} -H "Authorization: Bearer $TOKEN"`,
		`  curl -sL "${url}/api/v1/products/${SAMPLE_BARCODE}/image?variant=front" -H "Authorization: Bearer $TOKEN" -o packshot.jpg`,
		"",
		`Every endpoint, with examples: ${url}/docs/api`,
		"",
	];
}
