import { useParams } from "react-router";
import { pageFailure } from "../../../api/failure.ts";
import type { Import, ImportSummary } from "../../../api/shapes.ts";
import { countInWords, formatCount } from "../../../format/credits.ts";
import { formatDuration, formatSize } from "../../../format/sizes.ts";
import { useUploads } from "../../../imports/uploads.ts";
import { Fact, Facts } from "../../../parts/Facts.tsx";
import { FailureNotice } from "../../../parts/FailureNotice.tsx";
import { Figure, Figures } from "../../../parts/Figures.tsx";
import { Moment } from "../../../parts/Moment.tsx";
import { PageHead } from "../../../parts/PageHead.tsx";
import { Surface } from "../../../parts/Surface.tsx";
import { WaitingPage } from "../../../parts/Waiting.tsx";
import { ChangedValues } from "./ChangedValues.tsx";
import { CheckedImport } from "./CheckedImport.tsx";
import { ImportActions } from "./ImportActions.tsx";
import { ImportStateBadge } from "./ImportStateBadge.tsx";
import classes from "./Imports.module.css";
import { nameOf } from "./import-state.ts";
import { MODES } from "./ModeChoice.tsx";
import { Refusals } from "./Refusals.tsx";
import { TaskProgress } from "./TaskProgress.tsx";
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

const WHY = { newer: "changed again since", picture_lost: "its former picture is gone" } as const;

/** What was undone, and what was kept. */
function UndoResult({ undo }: { readonly undo: NonNullable<Import["undo"]> }) {
	const stays = undo.kept_newer + undo.kept_lost;
	return (
		<Surface title="Undone">
			<p className={classes.words}>
				{countInWords(undo.undone, "change")} undone.{" "}
				{stays === 0
					? "Nothing was left out."
					: `${formatCount(stays)} could not be undone, because something newer depends on them:`}
			</p>
			{undo.kept.length > 0 ? (
				<ul className={classes.kept}>
					{undo.kept.map(({ barcode, why }, at) => (
						// biome-ignore lint/suspicious/noArrayIndexKey: a product may be listed for several of its changes
						<li key={`${barcode} ${at}`}>
							<code>{barcode}</code>, {WHY[why]}
						</li>
					))}
				</ul>
			) : null}
		</Surface>
	);
}

/** Who imported what and when, and the attribution of its pictures. */
function ImportFacts({ batch }: { readonly batch: Import }) {
	const { by, created_at, ended_at, expires_at, ownership, uploaded_by, origin, report, files } = batch;
	return (
		<Facts layout="pairs">
			{files.map(({ name, size_bytes, sha256 }) => (
				<Fact key={name} name={files.length > 1 ? name : "File"}>
					{size_bytes === null ? "Not known" : formatSize(size_bytes)}
					{sha256 ? <code className={classes.digest}>SHA-256 {sha256}</code> : null}
				</Fact>
			))}
			<Fact name="Uploaded">
				<Moment at={created_at} /> by{" "}
				<bdi>{by ?? (origin === "command" ? "the command line" : "nobody")}</bdi>
			</Fact>
			{report ? <Fact name="Took">{formatDuration(report.took_ms)}</Fact> : null}
			{ended_at ? (
				<Fact name="Ended">
					<Moment at={ended_at} />
				</Fact>
			) : null}
			<Fact name="Batch">
				<bdi>{batch.batch}</bdi>
			</Fact>
			<Fact name="Ownership">
				<bdi>{ownership ?? "None"}</bdi>
			</Fact>
			<Fact name="Uploaded by">
				<bdi>{uploaded_by ?? "Nobody"}</bdi>
			</Fact>
			<Fact name="Products">
				{batch.existing_only ? "Only existing ones are updated" : "New ones are added"}
			</Fact>
			<Fact name="Values of existing products">{MODES[batch.mode].name}</Fact>
			<Fact name="Barcodes">{batch.exact ? "Taken literally" : "Found with other leading zeros too"}</Fact>
			{expires_at ? (
				<Fact name="File deleted">
					<Moment at={expires_at} />, unless it is imported before then
				</Fact>
			) : null}
		</Facts>
	);
}

interface SummaryFiguresProps {
	readonly summary: ImportSummary;
	/** Whether it reports what was done rather than a dry run. */
	readonly isDone: boolean;
}

/** The changes that an import would make, or has made. */
function SummaryFigures({ summary, isDone }: SummaryFiguresProps) {
	const { products, images, refused, unmarkable, noted, ignored, tables, from } = summary;
	const notes = [
		...(from === "openfoodfacts" ? ["The file was read as an export of Open Food Facts."] : []),
		...(unmarkable > 0
			? [`${countInWords(unmarkable, "picture")} too small or too flat for the invisible mark.`]
			: []),
		...(noted > 0 ? [`${countInWords(noted, "picture")} with a quality note.`] : []),
		...(ignored > 0
			? [`${countInWords(ignored, "file")} left out that do not belong to a product, such as read-me files.`]
			: []),
	];
	return (
		<Surface
			description={isDone ? undefined : "Nothing has been changed yet."}
			flush
			title={isDone ? "What it changed" : "What it would change"}
		>
			<div className={classes.figures}>
				<Figures>
					<Figure amount={formatCount(products.created)} name="New products">
						{formatCount(products.updated)} changed, {formatCount(products.unchanged)} the same
					</Figure>
					<Figure amount={formatCount(images.created)} name="New pictures">
						{formatCount(images.updated)} replaced, {formatCount(images.unchanged)} the same
					</Figure>
					<Figure amount={formatCount(refused)} name="Refused">
						{refused === 0 ? "Nothing left out" : "Left out; the rest is imported"}
					</Figure>
				</Figures>
				{tables.map(({ source, read_as }) => (
					<p className={classes.notes} key={source}>
						<bdi>{source}</bdi> was read as: <bdi>{read_as}</bdi>.
					</p>
				))}
				{notes.length > 0 ? <p className={classes.notes}>{notes.join(" ")}</p> : null}
			</div>
		</Surface>
	);
}
