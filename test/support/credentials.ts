import type { Answer, TestClient, TestService } from "./service.ts";

/** Signs in, optionally with another key or from another address. */
export function signIn(
	packshot: TestService,
	client: Pick<TestClient, "clientId" | "apiKey">,
	options: { apiKey?: string; headers?: Record<string, string> } = {},
): Promise<Answer> {
	return packshot.call("/auth/token", {
		json: { client_id: client.clientId, api_key: options.apiKey ?? client.apiKey },
		...(options.headers ? { headers: options.headers } : {}),
	});
}

/** Presents a refresh token. */
export function refresh(
	packshot: TestService,
	refreshToken: string,
	headers: Record<string, string> = {},
): Promise<Answer> {
	return packshot.call("/auth/refresh", { json: { refresh_token: refreshToken }, headers });
}

export interface Tokens {
	readonly access: string;
	readonly refresh: string;
}

/** A fresh pair of tokens. */
export async function tokensOf(packshot: TestService, client: TestClient): Promise<Tokens> {
	const { status, body } = await signIn(packshot, client);
	if (status !== 200) throw new Error(`sign-in failed: ${JSON.stringify(body)}`);
	return { access: body.access_token, refresh: body.refresh_token };
}
