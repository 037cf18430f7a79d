import type { ReactNode } from "react";
import { signInOf } from "../../calls/curl.ts";
import type { ApiDocument } from "../../calls/openapi.ts";
import { CodeBlock } from "../../parts/CodeBlock.tsx";
import { Prose } from "../../parts/Prose.tsx";
import { MemberList } from "./MemberList.tsx";
import classes from "./Reference.module.css";
import { membersOf } from "./view/members.ts";
import { type SharedSection, sharedHeaders, sharedSections } from "./view/shared-headers.ts";

interface SharedSectionsProps {
	readonly document: ApiDocument;
	readonly clientId: string | undefined;
}

const words: Readonly<Record<SharedSection, string>> = {
	"signing-in":
		"Sign in with the client id and the secret of a key, then send the access token with every call: `Authorization: Bearer …`. `expires_in` in the answer says how many seconds the token lasts; reuse it for that long, because signing in is rate-limited. The refresh token gets you the next access token without the secret, and works once. The TypeScript SDK does all of this for you.",
	credits:
		"Calls are billed for what they return: a scope without data, a picture that does not exist and every error are free. The price of each call is shown next to it; what a call actually cost is in the headers of its answer.",
	"rate-limits":
		"Each key has a limit on calls per minute and per UTC day. The headers say what is left. Beyond a limit the answer is 429 `rate_limited`, and its `Retry-After` says how many seconds to wait. Calls without a token count against the address they come from.",
	"every-answer":
		"Answers are JSON unless a call says otherwise. Quote the request id when you report a problem: it identifies the call in the log and under Calls on your key's page.",
	idempotency:
		"Calls that take an `Idempotency-Key` can be repeated safely: the same key with the same body gets the first answer again for 24 hours, with `Idempotency-Replayed: 1` and without a charge. The same key with another body is 409 `idempotency_key_mismatch`. Use a key of 20 to 255 characters for each thing you want done once, such as the id of the job.",
	"signed-urls":
		"Pictures are fetched through signed URLs. One works once, for 15 minutes, from the address that requested it, and needs no token. The charge is for the URL: fetching it is free. `HEAD` checks it without using it up.",
	errors:
		"Every answer outside 2xx and 3xx has the same body. Base your code on `error`; `message` is for people and may be reworded. Treat a code that you do not know as `internal_error`. Errors are never charged. Only 429, 500, 502, 503 and 504 are worth sending again unchanged, after `Retry-After` at the earliest.",
};

/** What all calls have in common, explained once. */
export function SharedSections({ document, clientId }: SharedSectionsProps) {
	const error = document.components.schemas.Error;
	const more: Partial<Record<SharedSection, ReactNode>> = {
		"signing-in": (
			<CodeBlock code={signInOf(location.origin, clientId ?? "ps_client_…")} name="signing in with curl" />
		),
		errors: error ? <MemberList members={membersOf(error)} /> : null,
	};
	return (
		<section aria-label="What all calls have in common" className={classes.sections}>
			{sharedSections.map(({ id, title }) => {
				const headers = sharedHeaders(document, id);
				return (
					<section aria-labelledby={id} className={classes.shared} key={id}>
						<h2 id={id} tabIndex={-1}>
							{title}
						</h2>
						<Prose>{words[id]}</Prose>
						{headers.length > 0 ? <MemberList members={headers} /> : null}
						{more[id]}
					</section>
				);
			})}
		</section>
	);
}
