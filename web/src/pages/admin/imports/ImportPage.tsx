import { useParams } from "react-router";
import { pageFailure } from "../../../api/failure.ts";
import type { Import } from "../../../api/shapes.ts";
import { useUploads } from "../../../imports/uploads.ts";
import { FailureNotice } from "../../../parts/FailureNotice.tsx";
import { PageHead } from "../../../parts/PageHead.tsx";
import { Surface } from "../../../parts/Surface.tsx";
import { WaitingPage } from "../../../parts/Waiting.tsx";
import { ChangedValues } from "./ChangedValues.tsx";
import { CheckedImport } from "./CheckedImport.tsx";
import { ImportActions } from "./ImportActions.tsx";
import { ImportFacts } from "./ImportFacts.tsx";
import { ImportStateBadge } from "./ImportStateBadge.tsx";
import classes from "./Imports.module.css";
import { nameOf } from "./import-state.ts";
import { Refusals } from "./Refusals.tsx";
import { SummaryFigures } from "./SummaryFigures.tsx";
import { TaskProgress } from "./TaskProgress.tsx";
import { UndoResult } from "./UndoResult.tsx";
import { UnfinishedUpload } from "./UnfinishedUpload.tsx";
import { useImport } from "./use-imports.ts";

const BACK = { to: "/admin/imports", name: "Imports" };

/** One import, from its upload to its undoing. */
export function ImportPage() {
	const { importId = "" } = useParams();
	const batch = useImport(importId);
	if (batch.error && !batch.data) {
		return (
			<>
				<PageHead back={BACK} name="Import" />
				<FailureNotice error={batch.error} onRetry={() => batch.refetch()} />
			</>
		);
	}
	return batch.data ? <Shown batch={batch.data} /> : <WaitingPage />;
}

function Shown({ batch }: { readonly batch: Import }) {
	const name = nameOf(batch);
	const upload = useUploads().find(({ importId }) => importId === batch.import_id);
	const shown = batch.report ?? batch.check;
	return (
		<>
			<PageHead
				actions={<ImportActions batch={batch} />}
				back={BACK}
				name={name}
				title={
					<span className={classes.title}>
						<bdi>{name}</bdi> <ImportStateBadge batch={batch} />
					</span>
				}
			/>
			<div className={classes.sheets}>
				{batch.failure ? <FailureNotice error={pageFailure(batch.failure)} title="It failed" /> : null}
				{batch.task ? <TaskProgress batch={batch} /> : null}
				{batch.state === "uploading" ? <UnfinishedUpload batch={batch} upload={upload} /> : null}
				{batch.undo ? <UndoResult undo={batch.undo} /> : null}
				{shown ? <SummaryFigures isDone={batch.report !== null} summary={shown} /> : null}
				{shown ? <ChangedValues isDone={batch.report !== null} summary={shown} /> : null}
				{batch.check && batch.task === null && batch.has_file && batch.state !== "uploading" ? (
					<CheckedImport batch={batch} />
				) : null}
				{shown && shown.refused > 0 ? <Refusals batch={batch} summary={shown} /> : null}
				<Surface title="About this import">
					<ImportFacts batch={batch} />
				</Surface>
			</div>
		</>
	);
}
