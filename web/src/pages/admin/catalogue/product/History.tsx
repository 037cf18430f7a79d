import { Badge, Button } from "@mantine/core";
import { IconArrowBackUp, IconHistory } from "@tabler/icons-react";
import { useState } from "react";
import { routeUrl } from "../../../../api/call.ts";
import { type HistoryEntry, useAction, usePages } from "../../../../api/routes.ts";
import { metadataName } from "../../../../format/metadata-words.ts";
import { productWord } from "../../../../format/products.ts";
import { FailureNotice } from "../../../../parts/FailureNotice.tsx";
import { EmptyState, MoreRows } from "../../../../parts/Listing.tsx";
import { Moment } from "../../../../parts/Moment.tsx";
import { Surface } from "../../../../parts/Page.tsx";
import { done } from "../../../../parts/toast.tsx";
import { WaitingRows } from "../../../../parts/Waiting.tsx";
import { ChangeList } from "../../activity/ChangeList.tsx";
import { KIND_WORDS, sourceWords } from "../source-words.ts";
import classes from "./Product.module.css";

/** The changes of a product, newest first; each can be undone as long as no newer one builds on it. */
export function History({ barcode, days }: { readonly barcode: string; readonly days: number }) {
	const history = usePages("GET /admin/catalogue/products/{barcode}/history", {
		path: { barcode },
		query: { limit: 50 },
	});
	const steps = history.data?.data ?? [];
	return (
		<Surface description={`Changes are kept, and can be undone, for ${days} days.`} flush title="History">
			<FailureNotice error={history.error} onRetry={() => history.refetch()} />
			{history.isPending ? <WaitingRows rows={4} /> : null}
			{history.data && steps.length === 0 ? (
				<EmptyState icon={IconHistory} title="No changes recorded" />
			) : null}
			<ol>
				{steps.map((step) => (
					<Step key={step.change_id} step={step} />
				))}
			</ol>
			<MoreRows list={history}>Older</MoreRows>
		</Surface>
	);
}

/** Long lists of fields are shown on demand. */
const SHOWN = 6;

function Step({ step }: { readonly step: HistoryEntry }) {
	const [isWhole, setWhole] = useState(step.fields.length <= SHOWN);
	const fields = isWhole ? step.fields : step.fields.slice(0, SHOWN);
	return (
		<li className={classes.step}>
			<div className={classes.stepWords}>
				<p className={classes.stepHead}>
					<strong>{KIND_WORDS[step.kind]}</strong> · <bdi>{sourceWords(step.source)}</bdi> ·{" "}
					<Moment at={step.at} />
				</p>
				{step.former_barcode ? <p>It was {step.former_barcode} before.</p> : null}
				<ChangeList
					changes={fields.map(({ key, before, after }) => ({
						name: metadataName(key),
						before: step.kind === "created" ? null : (before ?? "none"),
						after: after ?? "none",
					}))}
				/>
				{isWhole ? null : (
					<Button onClick={() => setWhole(true)} size="compact-xs" variant="subtle">
						All {step.fields.length} fields
					</Button>
				)}
				<StepPictures pictures={step.pictures} />
			</div>
			<Undo step={step} />
		</li>
	);
}

function StepPictures({ pictures }: Pick<HistoryEntry, "pictures">) {
	if (pictures.length === 0) return null;
	return (
		<ul className={classes.versions}>
			{pictures.map(({ variant, before, after }) => (
				<li key={variant}>
					<span>{productWord(variant)}</span>
					<Version label={`${productWord(variant)} before`} version={before} />
					<span aria-hidden="true">→</span>
					<Version label={`${productWord(variant)} after`} version={after} />
				</li>
			))}
		</ul>
	);
}

function Version({ version, label }: { readonly version: string | null; readonly label: string }) {
	const [failed, setFailed] = useState(false);
	if (version === null || failed) return <span className="note">none</span>;
	return (
		<img
			alt={label}
			height={48}
			loading="lazy"
			onError={() => setFailed(true)}
			src={routeUrl("GET /admin/catalogue/versions/{version}/thumbnail", { path: { version } })}
			width={48}
		/>
	);
}

function Undo({ step }: { readonly step: HistoryEntry }) {
	const undo = useAction("POST /admin/catalogue/changes/{change_id}/undo");
	if (step.undo === "undone") return <Badge color="gray">Undone</Badge>;
	if (step.undo === "newer") return <span className="note">A newer change depends on it</span>;
	return (
		<div className={classes.undo}>
			<Button
				leftSection={<IconArrowBackUp aria-hidden="true" size={16} />}
				loading={undo.isPending}
				onClick={() => undo.mutate({ path: { change_id: step.change_id } }, done("Undone."))}
				size="xs"
				variant="default"
			>
				Undo
			</Button>
			<FailureNotice error={undo.error} />
		</div>
	);
}
