import { Alert, Button, Group } from "@mantine/core";
import { IconAlertTriangle } from "@tabler/icons-react";
import { useEffect, useState } from "react";
import { asFailure } from "../../../../api/failure.ts";
import { type CatalogueProduct, type DeclaredScope, useAction } from "../../../../api/routes.ts";
import { metadataName } from "../../../../format/metadata-words.ts";
import { FailureNotice } from "../../../../parts/FailureNotice.tsx";
import { done } from "../../../../parts/toast.tsx";
import { changedScopes, conflicts, type Draft, draftOf, mergeDrafts, pick, type Scope } from "./draft.ts";
import classes from "./Product.module.css";
import { ScopeForm } from "./ScopeForm.tsx";

interface ProductFormProps {
	readonly product: CatalogueProduct;
	readonly scopes: readonly DeclaredScope[];
}

/** All fields of a product. What somebody else saved meanwhile is shown beside the user's own values before anything is overwritten. */
export function ProductForm({ product, scopes }: ProductFormProps) {
	const [base, setBase] = useState<Draft>(() => draftOf(product.values));
	const [draft, setDraft] = useState<Draft>(base);
	const edit = useAction("PATCH /admin/catalogue/products/{barcode}", { path: { barcode: product.barcode } });
	const failure = edit.error ? asFailure(edit.error) : undefined;
	const current =
		failure?.code === "product_changed" ? (failure.details.current as CatalogueProduct) : undefined;
	const changed = changedScopes(base, draft);
	const begin = (from: Draft, with_: Draft = from) => {
		setBase(from);
		setDraft(with_);
		edit.reset();
	};
	// What was undone below is shown at once, but nothing typed is lost: saving reports what changed meanwhile.
	const isClean = changed.length === 0;
	useEffect(() => {
		if (!isClean) return;
		setBase(draftOf(product.values));
		setDraft(draftOf(product.values));
	}, [isClean, product.values]);
	const save = () =>
		edit.mutate(
			{ body: { base: pick(base, changed), change: pick(draft, changed) } },
			done("Saved.", (saved) => begin(draftOf(saved.values))),
		);
	return (
		<form
			className={classes.form}
			noValidate
			onSubmit={(event) => {
				event.preventDefault();
				if (changed.length > 0) save();
			}}
		>
			{scopes.map((declared) => (
				<ScopeForm
					declared={declared}
					key={declared.scope}
					onChange={(value) => setDraft({ ...draft, [declared.scope]: value })}
					problems={problemsOf(failure?.details.problems)}
					value={draft[declared.scope as Scope] ?? null}
				/>
			))}
			{current ? (
				<Stale
					base={base}
					mine={draft}
					onKeep={(theirs) => begin(theirs, mergeDrafts(base, theirs, draft))}
					onTake={(theirs) => begin(theirs)}
					theirs={draftOf(current.values)}
				/>
			) : null}
			{failure && !current ? <FailureNotice error={failure} title="Nothing was saved" /> : null}
			<div className={classes.save}>
				<span role="status">{changed.length > 0 ? "Not saved yet" : null}</span>
				<Button disabled={changed.length === 0} onClick={() => begin(base)} variant="default">
					Discard
				</Button>
				<Button disabled={changed.length === 0} loading={edit.isPending} type="submit">
					Save
				</Button>
			</div>
		</form>
	);
}

interface StaleProps {
	readonly base: Draft;
	readonly theirs: Draft;
	readonly mine: Draft;
	readonly onKeep: (theirs: Draft) => void;
	readonly onTake: (theirs: Draft) => void;
}

/** What somebody else saved, beside the previous values and those typed here. */
function Stale({ base, theirs, mine, onKeep, onTake }: StaleProps) {
	return (
		<Alert
			color="marigold"
			icon={<IconAlertTriangle />}
			role="alert"
			title="Somebody else has changed this product in the meantime"
		>
			<dl className={classes.conflicts}>
				{conflicts(base, theirs, mine).map(({ key, before, theirs: saved, mine: typed }) => (
					<div key={key}>
						<dt>{metadataName(key)}</dt>
						<dd>
							was <bdi>{before}</bdi>, is now <bdi>{saved}</bdi>
							{typed === before ? null : (
								<>
									; you typed <bdi>{typed}</bdi>
								</>
							)}
						</dd>
					</div>
				))}
			</dl>
			<Group gap={6}>
				<Button onClick={() => onKeep(theirs)} size="xs">
					Keep my changes and merge the rest
				</Button>
				<Button onClick={() => onTake(theirs)} size="xs" variant="default">
					Take theirs
				</Button>
			</Group>
		</Alert>
	);
}

function problemsOf(problems: unknown): Map<string, string> {
	if (!Array.isArray(problems)) return new Map();
	return new Map(problems.map(({ field, message }: { field: string; message: string }) => [field, message]));
}
