import { Box, NativeSelect } from "@mantine/core";
import { type ReactNode, useEffect, useMemo } from "react";
import { useLocation } from "react-router";
import { useApiDocument } from "../../api/reference.ts";
import type { Key } from "../../api/routes.ts";
import { useSession } from "../../api/session.ts";
import { usePayingKey } from "../../basket/paying-key.ts";
import { signInOf } from "../../calls/curl.ts";
import type { ApiDocument } from "../../calls/openapi.ts";
import { CodeBlock } from "../../parts/CodeBlock.tsx";
import { FailureNotice } from "../../parts/FailureNotice.tsx";
import { PageHead } from "../../parts/Page.tsx";
import { Inline, Prose } from "../../parts/Prose.tsx";
import { WaitingPage } from "../../parts/Waiting.tsx";
import { CallIndex } from "./CallIndex.tsx";
import { Contents } from "./Contents.tsx";
import errorClasses from "./Errors.module.css";
import { MemberList } from "./MemberList.tsx";
import operationClasses from "./Operation.module.css";
import { OperationView } from "./OperationView.tsx";
import classes from "./Reference.module.css";
import { anchorOf } from "./view/anchor.ts";
import { ALL_ERRORS, errorAnchor } from "./view/error-anchor.ts";
import { type ApiError, apiErrors } from "./view/errors.ts";
import { membersOf } from "./view/members.ts";
import { type Group, groupsOf, type Operation } from "./view/operations.ts";
import { type SharedSection, sharedHeaders, sharedSections } from "./view/shared-headers.ts";
import { type Shown, shownBy } from "./view/shown.ts";

const NAME = "API reference";

/** Every call of the API, from the OpenAPI document that the service serves. Readable without signing in. */
export function Reference() {
	const { data, error, isPending, refetch } = useApiDocument();
	return (
		<div data-wide>
			{data ? <DocumentView document={data} /> : null}
			{isPending ? <WaitingPage /> : null}
			{error ? (
				<>
					<PageHead name={NAME} />
					<FailureNotice error={error} onRetry={() => refetch()} title="The reference could not be loaded" />
				</>
			) : null}
		</div>
	);
}

function DocumentView({ document }: { readonly document: ApiDocument }) {
	const groups = useMemo(() => groupsOf(document), [document]);
	const errors = useMemo(() => apiErrors(document), [document]);
	const anchor = anchorOf(useLocation().hash);
	const shown = shownBy(anchor, groups);
	const tryKey = useTryKey();
	useTarget(anchor);
	const { summary = "", version } = document.info;
	const isOverview = shown.kind === "overview";
	return (
		<>
			<PageHead
				actions={shown.kind === "operation" ? <TryKeySelect tryKey={tryKey} /> : null}
				description={
					isOverview ? (
						<Box my="1em">
							<Prose>{`${summary} Version ${version}; a machine-readable description is at \`/openapi.json\`.`}</Prose>
						</Box>
					) : null
				}
				name={shown.kind === "operation" ? `${shown.operation.summary} · ${NAME}` : NAME}
				title={NAME}
			/>
			<div className={classes.layout}>
				<Contents anchor={anchor} errors={errors} groups={groups} />
				<div className={classes.sections}>
					<ShownView
						document={document}
						errors={errors}
						groups={groups}
						shown={shown}
						tryIn={tryKey.chosen?.client_id}
					/>
				</div>
			</div>
		</>
	);
}

/** Selects the key for “Try it”, if there is a choice. */
function TryKeySelect({ tryKey }: { readonly tryKey: TryKey }) {
	const { keys, chosen, choose } = tryKey;
	if (keys.length < 2) return null;
	return (
		<NativeSelect
			data={keys.map(({ client_id, client_name }) => ({ value: client_id, label: client_name }))}
			label="Try it with"
			onChange={(event) => choose(event.currentTarget.value)}
			value={chosen?.client_id}
		/>
	);
}

/** Scrolls to the anchor in the URL, and moves the keyboard focus there. */
function useTarget(anchor: string): void {
	const { key } = useLocation();
	// biome-ignore lint/correctness/useExhaustiveDependencies: the same link may be followed twice
	useEffect(() => {
		const target = document.getElementById(anchor);
		if (target === null) {
			if (anchor !== "") window.scrollTo(0, 0);
			return;
		}
		target.scrollIntoView();
		target.focus({ preventScroll: true });
	}, [anchor, key]);
}

/** The key with which calls are tried: the same as the paying key on other pages; none for visitors who are not signed in. */
interface TryKey {
	readonly keys: readonly Key[];
	readonly chosen: Key | undefined;
	readonly choose: (clientId: string) => void;
}

function useTryKey(): TryKey {
	const account = useSession().data?.account;
	const isIn = account ? !account.must_change_password : false;
	const { keys, key, choose } = usePayingKey(isIn);
	const usable = keys.filter(({ is_account }) => !is_account);
	return { keys: usable, chosen: key?.is_account ? usable[0] : key, choose };
}

interface ShownViewProps {
	readonly shown: Shown;
	readonly document: ApiDocument;
	readonly groups: readonly Group[];
	readonly errors: readonly ApiError[];
	/** The key to try calls with, if there is one. */
	readonly tryIn: string | undefined;
}

/** The section given in the URL. */
function ShownView({ shown, document, groups, errors, tryIn }: ShownViewProps) {
	if (shown.kind === "errors") return <AllErrors errors={errors} />;
	if (shown.kind === "overview") {
		return (
			<>
				<SharedSections clientId={tryIn} document={document} />
				<CallIndex groups={groups} />
			</>
		);
	}
	return (
		<>
			<OperationView key={shown.operation.id} operation={shown.operation} tryIn={tryIn} />
			<nav aria-label="Calls before and after" className={operationClasses.around}>
				<Neighbour operation={shown.previous}>← </Neighbour>
				<Neighbour operation={shown.next}>→ </Neighbour>
			</nav>
		</>
	);
}

interface NeighbourProps {
	readonly operation: Operation | undefined;
	readonly children: string;
}

function Neighbour({ operation, children }: NeighbourProps) {
	if (!operation) return <span />;
	return (
		<a href={`#${operation.id}`}>
			<span aria-hidden="true">{children}</span>
			{operation.summary}
		</a>
	);
}

/** All error codes, with what to do about each. */
function AllErrors({ errors }: { readonly errors: readonly ApiError[] }) {
	return (
		<section aria-labelledby={ALL_ERRORS.id} className={classes.shared}>
			<h2 id={ALL_ERRORS.id} tabIndex={-1}>
				{ALL_ERRORS.title}
			</h2>
			<ul className={errorClasses.list}>
				{errors.map(({ code, status, when, remedy, mayRetry }) => (
					<li id={errorAnchor(code)} key={code} tabIndex={-1}>
						<span className={errorClasses.status}>{status}</span>{" "}
						<code className={errorClasses.code}>{code}</code>
						{mayRetry ? <span className={errorClasses.retry}>may be sent again</span> : null}
						<p>
							<Inline>{when}</Inline>{" "}
							<span className="quiet">
								<Inline>{remedy}</Inline>
							</span>
						</p>
					</li>
				))}
			</ul>
		</section>
	);
}

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
function SharedSections({ document, clientId }: SharedSectionsProps) {
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
