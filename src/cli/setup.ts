import type { Config } from "../config.ts";
import type { Installation } from "../installation.ts";
import { completeSetup } from "../operations/pages/set-up/changes.ts";
import { type GivenSetup, givenSetup, requireSetupDocument } from "../operations/pages/set-up/first-setup.ts";
import { newSetupLink } from "../operations/pages/set-up/link.ts";
import { commandLineActor, ONE_TIME_MS } from "../people/accounts/new-account.ts";
import { oneTimePassword } from "../people/accounts/password-rules.ts";
import { createPasswordHashing } from "../people/accounts/passwords.ts";
import { createDrawing } from "../pictures/pages/watermark/drawing.ts";
import { HttpError } from "../platform/http/http-error.ts";
import { ulid } from "../platform/ids.ts";
import { createPicturePool } from "../proposals/picture-pool.ts";
import { type AddCommand, CommandFailure, examples } from "./command-line.ts";
import { readTextFile } from "./text-file.ts";

export const addSetup: AddCommand = (program, line) => {
	program
		.command("setup")
		.description(
			"set up a new installation: from a file, or with a link to the page that asks the same; only while there is no administrator",
		)
		.option(
			"--from <file>",
			"JSON file with the administrator and, as far as wanted, credit, prices, watermark, rights",
		)
		.option("--url <base>", "base URL of the web pages, for the link", "http://127.0.0.1:8080")
		.addHelpText(...examples("setup", "setup --from setup.json"))
		.action((options: { from?: string; url: string }) => {
			const document = options.from === undefined ? undefined : readDocument(options.from);
			return line.withNewInstallation(async (installation) => {
				if (document === undefined) {
					const link = await setupLink(installation, line.config(), options.url);
					if (link === undefined) throw new CommandFailure("somebody uses this installation already");
					line.print({ link }, [link, LINK_WORDS]);
					return;
				}
				const { email, password } = await setUp(installation, document, options.from ?? "");
				line.print({ email, ...(password === undefined ? {} : { one_time_password: password }) }, [
					`administrator      ${email}`,
					...(password === undefined
						? []
						: [
								`one-time password  ${password}`,
								"It works for 7 days and has to be changed at the first sign-in.",
							]),
				]);
			});
		});
};

const LINK_WORDS = "It works once, and only while there is no administrator.";

/** The link to the page of the first run; `undefined` where somebody uses the installation already. */
export function setupLink(
	{ db, secrets }: Installation,
	{ images }: Config,
	url: string,
): Promise<string | undefined> {
	return newSetupLink({ db, hashKeys: secrets.hashKeys }, images.publicUrl ?? url);
}

/** @throws CommandFailure that names the file and the place in it */
function readDocument(file: string): ReturnType<typeof requireSetupDocument> {
	const text = readTextFile(file);
	return namingFile(file, () => requireSetupDocument(JSON.parse(text)));
}

async function setUp(installation: Installation, document: ReturnType<typeof readDocument>, file: string) {
	const { db, blobs, clock } = installation;
	const pool = createPicturePool();
	let given: GivenSetup;
	try {
		given = await givenSetup(document, createDrawing({ blobs, pool: pool.open }));
	} catch (fault) {
		throw named(file, fault);
	} finally {
		await pool.close();
	}
	const nowMs = clock.now();
	const { password = oneTimePassword(), ...rest } = given;
	const isOneTime = given.password === undefined;
	const outcome = await db.write(completeSetup, {
		...rest,
		tokenHashes: null,
		session: null,
		accountId: `acct_${ulid(nowMs)}`,
		passwordHash: await createPasswordHashing().hash(password),
		passwordExpiresAtMs: isOneTime ? nowMs + ONE_TIME_MS : null,
		actor: commandLineActor(nowMs),
	});
	if (outcome !== "done") throw new CommandFailure(REFUSALS[outcome](given.email));
	return { email: given.email, password: isOneTime ? password : undefined };
}

const REFUSALS = {
	link_invalid: () => "there is an administrator already: change settings on the pages",
	has_administrator: () => "there is an administrator already: change settings on the pages",
	email_taken: (email: string) => `administrator.email: there is already an account ${email}`,
	already_charging: () => "prices: somebody was charged already; announce them with `packshot pricing set`",
} as const;

function namingFile<T>(file: string, work: () => T): T {
	try {
		return work();
	} catch (fault) {
		throw named(file, fault);
	}
}

/** What is wrong with a document, with the file that it is in. */
function named(file: string, fault: unknown): unknown {
	if (fault instanceof SyntaxError) return new CommandFailure(`${file} is not JSON: ${fault.message}`);
	return fault instanceof HttpError ? new CommandFailure(`${file}: ${fault.message}`) : fault;
}
