import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import OidcProvider from "oidc-provider";

export const SSO_CLIENT = { id: "packshot", secret: "a secret that both know" };

/** A person known to the provider. */
export interface Known {
	readonly email: string;
	readonly isVerified: boolean;
	readonly groups: readonly string[];
}

/** A complete OpenID Connect provider. People sign in by typing their subject; any password is accepted. */
export async function startSignInProvider(people: Map<string, Known>, redirectUris: () => string[]) {
	let answer: (...exchange: never[]) => unknown = () => undefined;
	const server = createServer((request, response) => answer(request as never, response as never));
	await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
	const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
	const open = () => {
		const provider = new OidcProvider(issuer, {
			clients: [
				{
					client_id: SSO_CLIENT.id,
					client_secret: SSO_CLIENT.secret,
					redirect_uris: redirectUris(),
				},
			],
			claims: { openid: ["sub"], email: ["email", "email_verified"], profile: ["groups"] },
			cookies: { keys: ["of the provider's own cookies"] },
			pkce: { required: () => true },
			async findAccount(_context, subject) {
				const known = people.get(subject);
				if (!known) return undefined;
				const { email, isVerified: email_verified, groups } = known;
				return { accountId: subject, claims: async () => ({ sub: subject, email, email_verified, groups }) };
			},
		});
		answer = provider.callback() as never;
	};
	return { issuer, open, close: () => new Promise((resolve) => server.close(resolve)) };
}

/** Follows redirects and fills in the provider's forms as a person would. @returns the first answer for which `isEnd` is true. */
export async function signInThere(
	start: string,
	subject: string,
	cookies: Map<string, string>,
	isEnd: (url: URL) => boolean,
): Promise<{ url: URL; headers: Headers }> {
	let url = new URL(start);
	let form: URLSearchParams | undefined;
	for (let step = 0; step < 20; step++) {
		const answer = await fetch(url, {
			redirect: "manual",
			method: form ? "POST" : "GET",
			headers: { cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join("; ") },
			...(form ? { body: form } : {}),
		});
		for (const set of answer.headers.getSetCookie()) {
			const [name = "", value = ""] = set.split(";")[0]?.split(/=(.*)/s) ?? [];
			if (value === "" || /expires=Thu, 01 Jan 1970/i.test(set)) cookies.delete(name);
			else cookies.set(name, value);
		}
		const location = answer.headers.get("location");
		if (location) {
			url = new URL(location, url);
			form = undefined;
			if (isEnd(url)) return { url, headers: answer.headers };
			continue;
		}
		const page = await answer.text();
		const prompt = /name="prompt" value="(\w+)"/.exec(page)?.[1];
		const action = /action="([^"]+)"/.exec(page)?.[1];
		if (!prompt || !action) throw new Error(`no form at ${url}: ${answer.status} ${page.slice(0, 300)}`);
		url = new URL(action, url);
		form = new URLSearchParams({
			prompt,
			...(prompt === "login" ? { login: subject, password: "any" } : {}),
		});
	}
	throw new Error("the provider never leads back");
}
