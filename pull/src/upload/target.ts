import { readFileSync, statSync } from "node:fs";
import { parseBlobUrl } from "../../../src/platform/blobs/blob-url.ts";
import { unusable } from "../stopped.ts";
import { s3Uploader } from "./s3.ts";
import { isThisMachine, type Uploader } from "./uploader.ts";
import { wordpressUploader } from "./wordpress.ts";

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * The place that `--upload` names: `wordpress`, or `s3://BUCKET/PREFIX?endpoint=…&region=…`.
 * @param environment its variables with credentials. @param file with these variables, in place of the environment
 * @throws PullStopped that names what is missing
 */
export function uploaderTo(
	target: string,
	{
		environment,
		file,
		imageBaseUrl,
	}: {
		readonly environment: Environment;
		readonly file?: string | undefined;
		/** Where a bucket is served, if not at its own address. */
		readonly imageBaseUrl?: string | undefined;
	},
): Uploader {
	return { ...placeFor(target, { environment, file, imageBaseUrl }), target };
}

function placeFor(
	target: string,
	{ environment, file, imageBaseUrl }: Parameters<typeof uploaderTo>[1],
): Uploader {
	const given = file === undefined ? environment : variablesIn(file);
	const required = (name: string) => {
		const value = given[name];
		if (!value)
			throw unusable(`--upload ${target} needs ${name}, in the environment or in --upload-credentials`);
		return value;
	};
	if (target.startsWith("s3:")) {
		const credentials = {
			accessKeyId: required("AWS_ACCESS_KEY_ID"),
			secretAccessKey: required("AWS_SECRET_ACCESS_KEY"),
			sessionToken: given.AWS_SESSION_TOKEN,
		};
		return s3Uploader(placeIn(target), credentials, imageBaseUrl?.replace(/\/*$/, "/"));
	}
	if (target !== "wordpress")
		throw unusable(
			`--upload: unknown "${target}"; choose wordpress, or s3://BUCKET/PREFIX?endpoint=…&region=…`,
		);
	const url = required("WORDPRESS_URL");
	requireSafe(url);
	return wordpressUploader({
		url,
		user: required("WORDPRESS_USER"),
		password: required("WORDPRESS_APPLICATION_PASSWORD"),
	});
}

function placeIn(target: string) {
	try {
		return parseBlobUrl(target, "--upload");
	} catch (error) {
		throw unusable((error as Error).message);
	}
}

/** A password must not travel in the open. */
function requireSafe(text: string): void {
	const url = URL.canParse(text) ? new URL(text) : undefined;
	if (url?.protocol === "https:" || (url && isThisMachine(url))) return;
	throw unusable(`WORDPRESS_URL: "${text}" is not an https address`);
}

/** Lines of NAME=value. @throws PullStopped when others can read the file. */
function variablesIn(file: string): Environment {
	try {
		if (process.platform !== "win32" && (statSync(file).mode & 0o077) !== 0)
			throw unusable(`--upload-credentials: others can read ${file}; run chmod 600 ${file}`);
		const lines = readFileSync(file, "utf8").split("\n");
		return Object.fromEntries(
			lines.flatMap((line) => {
				const [, name, value] = /^\s*(?:export\s+)?(\w+)\s*=\s*(.*?)\s*$/.exec(line) ?? [];
				return name === undefined || value === undefined
					? []
					: [[name, value.replace(/^(["'])(.*)\1$/, "$2")]];
			}),
		);
	} catch (error) {
		if (error instanceof Error && "code" in error) throw unusable(`--upload-credentials: ${error.message}`);
		throw error;
	}
}
