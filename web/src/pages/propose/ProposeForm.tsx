import { Anchor, Button, Textarea, TextInput } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { type FormEvent, useRef, useState } from "react";
import { useSearchParams } from "react-router";
import type { RouteAnswer } from "../../../../src/routes.ts";
import { asFailure } from "../../api/failure.ts";
import { type ProposableField, type ProposedPicture, useAction, useRoute } from "../../api/routes.ts";
import { VARIANTS } from "../../format/product-words.ts";
import { FailureNotice } from "../../parts/FailureNotice.tsx";
import { useFirstInvalid } from "../../parts/Form.tsx";
import { Surface } from "../../parts/Page.tsx";
import { done } from "../../parts/toast.tsx";
import { FactSections } from "./FactSections.tsx";
import { fieldProblem, givenFields, type Typed } from "./given-fields.ts";
import { PictureSlot } from "./PictureSlot.tsx";
import classes from "./Propose.module.css";

type Pictures = Partial<Record<ProposedPicture["variant"], ProposedPicture>>;

interface ProposeFormProps {
	readonly fields: readonly ProposableField[];
	readonly ownership: string;
	readonly onProposed: () => void;
}

/** One proposal: a barcode, pictures, and any known facts. */
export function ProposeForm({ fields, ownership, onProposed }: ProposeFormProps) {
	const [search] = useSearchParams();
	const [barcode, setBarcode] = useState(search.get("barcode") ?? "");
	const [barcodeProblem, setBarcodeProblem] = useState<string>();
	const [pictures, setPictures] = useState<Pictures>({});
	const [busy, setBusy] = useState(0);
	const [typed, setTyped] = useState<Typed>({});
	const [comment, setComment] = useState("");
	const element = useRef<HTMLFormElement>(null);
	const { refuse } = useFirstInvalid(element);
	const propose = useAction("POST /proposals");
	const problem = propose.error ? fieldProblem(asFailure(propose.error).message) : undefined;
	const given = givenFields(fields, typed);
	const ids = Object.values(pictures).map(({ picture_id }) => picture_id);
	const isEmpty = ids.length === 0 && Object.keys(given).length === 0;
	const submit = (event: FormEvent) => {
		event.preventDefault();
		if (!isBarcode(barcode)) {
			setBarcodeProblem("A barcode is 4 to 14 digits.");
			return refuse();
		}
		const body = { barcode, fields: given, comment, pictures: ids };
		propose.mutate(
			{ body },
			{ onError: refuse, ...done("Suggested. The decision will appear below.", onProposed) },
		);
	};
	return (
		<form className={classes.form} noValidate onSubmit={submit} ref={element}>
			<Surface title="Product">
				<BarcodeField
					error={barcodeProblem}
					onChange={(text) => {
						setBarcode(text);
						setBarcodeProblem(undefined);
					}}
					value={barcode}
				/>
			</Surface>
			<PictureSlots
				onBusy={(isBusy) => setBusy((count) => count + (isBusy ? 1 : -1))}
				ownership={ownership}
				pictures={pictures}
				setPictures={setPictures}
			/>
			<Surface description="Fill in what you know; the rest stays as it is in the catalogue." title="Facts">
				<FactSections
					fields={fields}
					onType={(name, text) => setTyped((before) => ({ ...before, [name]: text }))}
					problems={problem ? { [problem.key]: problem.problem } : {}}
					typed={typed}
				/>
			</Surface>
			<SendIt
				comment={comment}
				error={problem ? null : propose.error}
				isEmpty={isEmpty}
				isPending={propose.isPending}
				isUploading={busy > 0}
				onComment={setComment}
			/>
		</form>
	);
}

const isBarcode = (text: string) => /^\d{4,14}$/.test(text.replace(/[\s-]/g, ""));

interface SendItProps {
	readonly comment: string;
	readonly isEmpty: boolean;
	readonly isUploading: boolean;
	readonly isPending: boolean;
	readonly error: unknown;
	readonly onComment: (comment: string) => void;
}

function SendIt({ comment, isEmpty, isUploading, isPending, error, onComment }: SendItProps) {
	return (
		<Surface title="Send it">
			<Textarea
				description="Optional: where this comes from, or what is new. Reviewers will see it."
				label="Comment"
				maxLength={500}
				onChange={(event) => onComment(event.currentTarget.value)}
				value={comment}
			/>
			<FailureNotice error={error} />
			<Button
				className={classes.submit}
				disabled={isEmpty || isUploading}
				loading={isPending}
				size="md"
				type="submit"
			>
				Suggest a correction
			</Button>
			{isEmpty ? <p className={classes.quiet}>Add a picture or a fact first.</p> : null}
		</Surface>
	);
}

interface PictureSlotsProps {
	readonly pictures: Pictures;
	readonly setPictures: (change: (before: Pictures) => Pictures) => void;
	readonly onBusy: (isBusy: boolean) => void;
	readonly ownership: string;
}

function PictureSlots({ pictures, setPictures, onBusy, ownership }: PictureSlotsProps) {
	return (
		<Surface
			description={
				<>
					The catalogue names <bdi>{ownership}</bdi> as their owner.
				</>
			}
			title="Pictures"
		>
			<div className={classes.slots}>
				{VARIANTS.map((variant) => (
					<PictureSlot
						key={variant}
						onBusy={onBusy}
						onPicture={(picture) =>
							setPictures(({ [variant]: _before, ...others }) =>
								picture ? { ...others, [variant]: picture } : others,
							)
						}
						picture={pictures[variant]}
						variant={variant}
					/>
				))}
			</div>
		</Surface>
	);
}

const TYPING_MS = 350;

interface BarcodeFieldProps {
	readonly value: string;
	readonly error: string | undefined;
	readonly onChange: (value: string) => void;
}

/** Input for a barcode in any form, showing the product it refers to. */
function BarcodeField({ value, error, onChange }: BarcodeFieldProps) {
	const [settled] = useDebouncedValue(value.replace(/[\s-]/g, ""), TYPING_MS);
	const read = useRoute(
		"GET /proposal-barcode",
		{ query: { barcode: settled } },
		{ enabled: /^\d{4,14}$/.test(settled), retry: false },
	);
	return (
		<div>
			<TextInput
				autoComplete="off"
				description="As printed below the bars: UPC, EAN or a produce code. Spaces do not matter."
				error={error}
				inputMode="numeric"
				label="Barcode"
				onChange={(event) => onChange(event.currentTarget.value)}
				required
				value={value}
			/>
			<p aria-live="polite" className={classes.meaning}>
				{read.data && error === undefined ? <Meaning onChange={onChange} read={read.data} /> : null}
			</p>
		</div>
	);
}

interface MeaningProps {
	readonly read: RouteAnswer<"GET /proposal-barcode">;
	readonly onChange: (value: string) => void;
}

function Meaning({ read, onChange }: MeaningProps) {
	const { suggestion } = read;
	if (read.is_known) return <>The catalogue has this product{read.barcode ? ` as ${read.barcode}` : ""}.</>;
	if (suggestion !== null) {
		return (
			<>
				Not in the catalogue. Did you mean{" "}
				<Anchor component="button" onClick={() => onChange(suggestion)} type="button">
					{suggestion}
				</Anchor>
				?
			</>
		);
	}
	if (read.check_digit_valid === false)
		return <>The check digit is wrong: compare the number with the package.</>;
	return <>This is a new product: it is not in the catalogue yet.</>;
}
