import type { Endpoint, Values } from "./endpoint.ts";
import { API_PATH, apiRequest } from "./request.ts";

/** Who calls: with a key, whose sign-in the code then includes, or with a token that the reader has. */
export interface Caller {
	readonly origin: string;
	readonly clientId?: string;
}

/**
 * The shell commands for a call. With a client id they sign in first, with the secret in `PACKSHOT_API_KEY`; otherwise the
 * access token is in `ACCESS_TOKEN`. A redirect is followed and saved to a file, because its URL works only once.
 */
export function curlOf(endpoint: Endpoint, values: Values, { origin, clientId }: Caller): string {
	const { method, path, body, isPublic } = apiRequest(endpoint, values);
	const words = [
		`curl${methodOption(method, body)}${fileOption(endpoint)} ${quoted(origin + path)}`,
		...(isPublic ? [] : ['-H "Authorization: Bearer $ACCESS_TOKEN"']),
		...(body === undefined ? [] : ["-H 'Content-Type: application/json'", `-d ${quoted(body)}`]),
	];
	const command = words.join(" \\\n  ");
	return clientId === undefined || isPublic ? command : `${signInOf(origin, clientId)}\n\n${command}`;
}

/** Signs in and puts the access token into `ACCESS_TOKEN`. */
export function signInOf(origin: string, clientId: string): string {
	return [
		"# PACKSHOT_API_KEY holds the key's secret.",
		`ACCESS_TOKEN=$(curl -sS ${quoted(`${origin}${API_PATH}/auth/token`)} \\`,
		"  -H 'Content-Type: application/json' \\",
		`  -d '{"client_id":"${clientId}","api_key":"'"$PACKSHOT_API_KEY"'"}' |`,
		`  sed 's/.*"access_token":"\\([^"]*\\)".*/\\1/')`,
	].join("\n");
}

function methodOption(method: string, body: string | undefined): string {
	if (method === "HEAD") return " -I";
	const implied = body === undefined ? "GET" : "POST";
	return method === implied ? "" : ` -X ${method}`;
}

function fileOption({ returns }: Endpoint): string {
	return typeof returns === "object" ? ` -L -o ${returns.fileName}` : "";
}

/** Quotes a text as a single word for a POSIX shell. */
function quoted(text: string): string {
	return `'${text.replaceAll("'", "'\\''")}'`;
}
