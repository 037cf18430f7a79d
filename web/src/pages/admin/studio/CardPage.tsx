import { Button, Stack } from "@mantine/core";
import { IconDatabaseImport } from "@tabler/icons-react";
import { useState } from "react";
import { Link, Navigate, useParams } from "react-router";
import { pageFailure } from "../../../api/failure.ts";
import { type Card, type Import, useAction } from "../../../api/routes.ts";
import { countInWords } from "../../../format/credits.ts";
import { useUploads } from "../../../imports/uploads.ts";
import { ConfirmDialog } from "../../../parts/ConfirmDialog.tsx";
import { FailureNotice } from "../../../parts/FailureNotice.tsx";
import { Moment } from "../../../parts/Moment.tsx";
import { PageHead, Surface } from "../../../parts/Page.tsx";
import { notifyFailure } from "../../../parts/toast.tsx";
import { WaitingPage } from "../../../parts/Waiting.tsx";
import { ImportActions } from "../imports/ImportActions.tsx";
import { TaskProgress, UnfinishedUpload } from "../imports/ImportPage.tsx";
import { ImportStateBadge } from "../imports/ImportStateBadge.tsx";
import { nameOf } from "../imports/import-state.ts";
import { useImport } from "../imports/use-imports.ts";
import { Groups } from "./Groups.tsx";
import { type ShownGroup, useCard } from "./use-card.ts";

const BACK = { to: "/admin/studio", name: "Studio" };

/** A memory card, from its upload to the act that imports it. */
export function CardPage() {
	const { importId = "" } = useParams();
	const batch = useImport(importId);
	if (batch.error && !batch.data)
		return (
			<>
				<PageHead back={BACK} name="Card" />
				<FailureNotice error={batch.error} onRetry={() => batch.refetch()} />
			</>
		);
	return batch.data ? <Shown batch={batch.data} /> : <WaitingPage />;
}

function Shown({ batch }: { readonly batch: Import }) {
	const { import_id: importId, card_revision, state, task, expires_at } = batch;
	const isCard = card_revision !== null;
	const upload = useUploads().find((each) => each.importId === importId);
	const isGrouped = isCard && task === null && (state === "grouped" || state === "checked");
	const head = {
		back: BACK,
		badges: <ImportStateBadge batch={batch} />,
		name: nameOf(batch),
		description: expires_at ? (
			<>
				Its pictures are deleted once they are imported, and otherwise <Moment at={expires_at} />.
			</>
		) : undefined,
	};
	// The page of the import has what comes of it.
	if (task === "check" || task === "import") return <Navigate replace to={`/admin/imports/${importId}`} />;
	if (isGrouped) return <GroupedCard batch={batch} head={head} />;
	return (
		<>
			<PageHead {...head} actions={<ImportActions batch={batch} />} />
			<Stack gap="1.5rem">
				{batch.failure ? <FailureNotice error={pageFailure(batch.failure)} title="It failed" /> : null}
				{task ? <TaskProgress batch={batch} /> : null}
				{state === "uploading" ? <UnfinishedUpload batch={batch} upload={upload} /> : null}
				{isCard ? null : (
					<p>
						Its groups are settled: see <Link to={`/admin/imports/${importId}`}>the import</Link>.
					</p>
				)}
			</Stack>
		</>
	);
}

interface GroupedCardProps {
	readonly batch: Import;
	readonly head: Omit<Parameters<typeof PageHead>[0], "actions">;
}

function GroupedCard({ batch, head }: GroupedCardProps) {
	const { import_id: importId } = batch;
	const { stored, groups, isSaving, apply } = useCard(importId);
	const [isAsked, setAsked] = useState(false);
	const path = { path: { import_id: importId } };
	const start = useAction("POST /admin/imports/{import_id}/start", path);
	const check = useAction("POST /admin/imports/{import_id}/check", path);
	const { taken, open } = countsOf(groups);
	if (stored.error && !stored.data)
		return (
			<>
				<PageHead {...head} />
				<FailureNotice error={stored.error} onRetry={() => stored.refetch()} />
			</>
		);
	if (!stored.data) return <WaitingPage />;
	const seen = { card_revision: stored.data.revision };
	return (
		<>
			<PageHead
				{...head}
				actions={
					<>
						<ImportActions batch={batch} />
						<Button
							disabled={taken === 0 || isSaving}
							loading={check.isPending}
							onClick={() => check.mutate({ body: {} }, { onError: notifyFailure })}
							variant="default"
						>
							See what would change
						</Button>
						<Button
							disabled={taken === 0 || isSaving}
							leftSection={<IconDatabaseImport aria-hidden="true" size={17} stroke={1.8} />}
							onClick={() => setAsked(true)}
						>
							Import {countInWords(taken, "product")}
						</Button>
					</>
				}
			/>
			<Stack gap="1.5rem">
				<Groups card={stored.data} correct={apply} groups={groups} importId={importId} />
				<Unreadable refused={stored.data.refused} />
			</Stack>
			{isAsked ? (
				<ConfirmDialog
					act={{
						...start,
						mutate: (_, options) =>
							start.mutate({ body: seen }, { ...options, onError: () => void stored.refetch() }),
					}}
					action="Import"
					color="petrol"
					onClose={() => setAsked(false)}
					onDone={() => setAsked(false)}
					title={`Import ${countInWords(taken, "product")}?`}
				>
					{open > 0
						? `${countInWords(open, "group")} that nobody has confirmed will be left out, and deleted with the card. `
						: null}
					The import can be undone.
				</ConfirmDialog>
			) : null}
		</>
	);
}

/** How many groups an import takes, and how many somebody has still to look at. */
function countsOf(groups: readonly ShownGroup[]) {
	const kept = groups.filter(({ state }) => state !== "left_out");
	const taken = kept.filter(({ is_taken }) => is_taken).length;
	return { taken, open: kept.length - taken };
}

function Unreadable({ refused }: Pick<Card, "refused">) {
	if (refused.length === 0) return null;
	return (
		<Surface title="Files that cannot be read">
			<ul>
				{refused.map(({ name, reason }) => (
					<li key={name}>
						<bdi>{name}</bdi>: {reason}
					</li>
				))}
			</ul>
		</Surface>
	);
}
