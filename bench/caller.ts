import { runPackshot } from "./processes.ts";

/** One client of a server under test. */
export interface Caller {
	readonly credentials: { readonly client_id: string; readonly api_key: string };
	/** Headers for a request without a body. */
	readonly authorization: Readonly<Record<string, string>>;
	readonly headers: Readonly<Record<string, string>>;
	/** Calls a path below `/api/v1`. @throws Error if the answer is not a success. */
	call(path: string, body?: string): Promise<Reply>;
}

export interface Reply {
	readonly milliseconds: number;
	// biome-ignore lint/suspicious/noExplicitAny: a benchmark looks into bodies of many shapes
	readonly body: any;
}

/** Creates a client without limits and signs it in. The server may already be running. */
export async function signedIn(
	folder: string,
	port: number,
	policy: readonly string[] = [],
	settings: Record<string, string> = {},
): Promise<Caller> {
	const unlimited = ["--credits", "10000000", "--rpm", "1000000000", "--rpd", "1000000000"];
	const create = ["client", "create", "--name", "Bench", ...unlimited, ...policy];
	const { client_id, api_key } = runPackshot(folder, create, settings) as Caller["credentials"];
	const base = `http://127.0.0.1:${port}/api/v1`;
	const json = { "Content-Type": "application/json" };
	const signIn = await fetch(`${base}/auth/token`, {
		method: "POST",
		headers: json,
		body: JSON.stringify({ client_id, api_key }),
	});
	const { access_token } = (await signIn.json()) as { access_token: string };
	const authorization = { Authorization: `Bearer ${access_token}` };
	const headers = { ...json, ...authorization };
	return {
		credentials: { client_id, api_key },
		authorization,
		headers,
		async call(path, body) {
			const startedAt = performance.now();
			const answer = await fetch(
				base + path,
				body === undefined ? { headers } : { headers, method: "POST", body },
			);
			const text = await answer.text();
			const milliseconds = performance.now() - startedAt;
			if (!answer.ok) throw new Error(`${path}: ${answer.status} ${text}`);
			return { milliseconds, body: JSON.parse(text) };
		},
	};
}
