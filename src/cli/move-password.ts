import { readFileSync } from "node:fs";
import { serverUrls } from "../platform/db/postgres/servers.ts";
import { plainFault } from "../platform/plain-fault.ts";
import { type CommandLine, UsageFailure } from "./command-line.ts";

/**
 * The address of the target database with its password, which comes from a file or from `PACKSHOT_TO_PASSWORD`: every user of the machine can
 * see the command line. @throws UsageFailure
 */
export function withPassword(
	line: Pick<CommandLine, "environment" | "warn">,
	{ to, toPasswordFile }: { readonly to?: string; readonly toPasswordFile?: string },
): { readonly to?: string } {
	const password =
		toPasswordFile === undefined ? line.environment.PACKSHOT_TO_PASSWORD : passwordIn(toPasswordFile);
	const [first = ""] = to === undefined ? [] : serverUrls(to);
	if (to === undefined || !URL.canParse(first)) {
		if (toPasswordFile !== undefined) throw new UsageFailure("--to-password-file needs --to postgres://…");
		return {};
	}
	const url = new URL(first);
	if (url.password !== "") {
		if (toPasswordFile !== undefined) {
			throw new UsageFailure("the password is in both --to and --to-password-file: leave it out of --to");
		}
		line.warn("other users of this machine can see the password in --to; PACKSHOT_TO_PASSWORD hides it");
		return { to };
	}
	if (!password) return { to };
	url.password = encodeURIComponent(password);
	return { to: first === to ? url.href : to.replace(/^(\w+:\/\/[^@/?#]*)@/, `$1:${url.password}@`) };
}

function passwordIn(file: string): string {
	let text: string;
	try {
		text = readFileSync(file, "utf8");
	} catch (fault) {
		throw new UsageFailure(`--to-password-file ${file}: ${plainFault(fault)}`);
	}
	const password = text.replace(/\r?\n$/, "");
	if (password === "") throw new UsageFailure(`--to-password-file: ${file} is empty`);
	return password;
}
