import { NativeSelect } from "@mantine/core";
import { useEffect, useMemo } from "react";
import { useLocation } from "react-router";
import { useApiDocument } from "../../api/reference.ts";
import type { Key } from "../../api/routes.ts";
import { useSession } from "../../api/session.ts";
import { usePayingKey } from "../../basket/paying-key.ts";
import type { ApiDocument } from "../../calls/openapi.ts";
import { FailureNotice } from "../../parts/FailureNotice.tsx";
import { PageHead } from "../../parts/Page.tsx";
import { Prose } from "../../parts/Prose.tsx";
import { WaitingPage } from "../../parts/Waiting.tsx";
import { Contents } from "./Contents.tsx";
import classes from "./Reference.module.css";
import { ShownView } from "./ShownView.tsx";
import { anchorOf } from "./view/anchor.ts";
import { apiErrors } from "./view/errors.ts";
import { groupsOf } from "./view/operations.ts";
import { shownBy } from "./view/shown.ts";

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
						<Prose>{`${summary} Version ${version}; a machine-readable description is at \`/openapi.json\`.`}</Prose>
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
			size="sm"
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
