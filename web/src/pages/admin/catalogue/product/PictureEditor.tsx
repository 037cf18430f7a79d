import { Alert, Button, Group, Loader, Modal, NumberInput, TextInput } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { IconRotate2, IconRotateClockwise2 } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { callForPicture } from "../../../../api/call.ts";
import { blobOf } from "../../../../api/exchange.ts";
import {
	type CataloguePicture,
	type ProposedPicture,
	type RouteKey,
	useAction,
} from "../../../../api/routes.ts";
import { productWord } from "../../../../format/products.ts";
import { DialogButtons } from "../../../../parts/DialogForm.tsx";
import { FailureNotice } from "../../../../parts/FailureNotice.tsx";
import { done } from "../../../../parts/toast.tsx";
import { useObjectUrl } from "../../../../parts/use-object-url.ts";
import { PictureSlot } from "../../../propose/PictureSlot.tsx";
import { CropArea } from "./CropArea.tsx";
import { type Crop, type Cuts, cropOf, cutsOf, NO_CUTS, type Size, type Turn, turnedCuts } from "./cuts.ts";
import classes from "./PictureEditor.module.css";

interface PictureEditorProps {
	readonly barcode: string;
	readonly variant: CataloguePicture["variant"];
	/** The picture that is there. */
	readonly picture?: CataloguePicture;
	/** Whether a file is to be uploaded; otherwise the picture that is there is turned and cropped. */
	readonly isFromFile: boolean;
	readonly onClose: () => void;
}

/** Adds or replaces a picture, or turns and crops the one that is there; shown as it would be delivered before it is saved. */
export function PictureEditor({ barcode, variant, picture, isFromFile, onClose }: PictureEditorProps) {
	// Of when editing began: what somebody else saves meanwhile must not be overwritten unseen.
	const [before] = useState(picture);
	const [uploaded, setUploaded] = useState<ProposedPicture>();
	const name = productWord(variant);
	const title = isFromFile ? `${picture ? "Replace" : "Add"} ${name}` : `Turn or crop ${name}`;
	return (
		<Modal onClose={onClose} opened size="xl" title={title}>
			<div className={classes.editor}>
				{isFromFile && !uploaded ? (
					<PictureSlot onPicture={setUploaded} picture={uploaded} variant={variant} />
				) : null}
				{!isFromFile || uploaded ? (
					<Adjusting
						barcode={barcode}
						before={before}
						onAnother={() => setUploaded(undefined)}
						onDone={onClose}
						uploaded={uploaded}
						variant={variant}
					/>
				) : null}
			</div>
		</Modal>
	);
}

interface AdjustingProps {
	readonly barcode: string;
	readonly variant: CataloguePicture["variant"];
	readonly before: CataloguePicture | undefined;
	/** What replaces it; otherwise it is adjusted itself. */
	readonly uploaded: ProposedPicture | undefined;
	/** Chooses another file instead. */
	readonly onAnother: () => void;
	readonly onDone: () => void;
}

const SETTLED_MS = 300;

/** How a picture is being turned and cropped, and how that looks. */
function useAdjusting({ barcode, variant, before, uploaded }: AdjustingProps) {
	const path = { barcode, variant };
	const save = useAction("PUT /admin/catalogue/products/{barcode}/pictures/{variant}", { path });
	const [turn, setTurn] = useState<Turn>(uploaded ? 0 : (before?.turn ?? 0));
	const [given, setCuts] = useState<Cuts>();
	const isOff = save.isPending;
	const shown = { path, picture_id: uploaded?.picture_id, version: before?.version };
	const whole = usePreview({ ...shown, turn, crop: null, isOff });
	const size = whole.data?.size;
	const cuts = given ?? (size && !uploaded ? cutsOf(before?.crop ?? null, size) : NO_CUTS);
	const crop = size && cropOf(cuts, size);
	const [settled] = useDebouncedValue(JSON.stringify({ turn, crop }), SETTLED_MS);
	const chosen = JSON.parse(settled) as { turn: Turn; crop?: Crop | null };
	const result = usePreview({ ...shown, ...chosen, isOff: isOff || crop === undefined });
	const set = (to: Turn, left: Cuts) => {
		setTurn(to);
		setCuts(left);
	};
	return { save, turn, cuts, setCuts, set, size, crop, whole, result };
}

type Adjustment = ReturnType<typeof useAdjusting>;

function Adjusting(props: AdjustingProps) {
	const { before, uploaded, onAnother, onDone } = props;
	const adjustment = useAdjusting(props);
	const { save, turn, crop, cuts, size, setCuts, whole, result } = adjustment;
	const [ownership, setOwnership] = useState(before?.ownership ?? "");
	const error = save.error ?? whole.error ?? result.error;
	const send = () => {
		if (crop === undefined) return;
		const from = uploaded ? { picture_id: uploaded.picture_id, ownership: ownership.trim() || null } : {};
		const body = { version: before?.version ?? null, turn, crop, ...from };
		save.mutate({ body }, done("Picture saved.", onDone));
	};
	return (
		<form
			className={classes.editor}
			noValidate
			onSubmit={(event) => {
				event.preventDefault();
				send();
			}}
		>
			{uploaded ? (
				<TextInput
					description="Clients can read it."
					label="Ownership"
					maxLength={200}
					onChange={(event) => setOwnership(event.currentTarget.value)}
					value={ownership}
				/>
			) : null}
			<Tools adjustment={adjustment} onAnother={uploaded ? onAnother : undefined} />
			<Sides adjustment={adjustment} />
			{uploaded && uploaded.notes.length > 0 ? (
				<p className="note">Please check: {uploaded.notes.join(", ")}.</p>
			) : null}
			{result.data?.canBeMarked === false ? (
				<Alert color="marigold" title="It cannot carry the invisible mark">
					The picture is too small or too plain. It is delivered with the visible mark alone, and a leak of it
					cannot be traced to a client.
				</Alert>
			) : null}
			{size ? <CutFields cuts={cuts} onCuts={setCuts} size={size} /> : null}
			<p className="note">
				The file is kept as it is: turning and cropping can be changed or taken back at any time.
			</p>
			<FailureNotice error={error} />
			<DialogButtons act={save} action="Save" disabled={crop === undefined} onCancel={onDone} />
		</form>
	);
}

interface ToolsProps {
	readonly adjustment: Adjustment;
	readonly onAnother: (() => void) | undefined;
}

function Tools({ adjustment: { turn, cuts, crop, set }, onAnother }: ToolsProps) {
	const right = turnedCuts(cuts);
	return (
		<Group gap={8}>
			<Button
				leftSection={<IconRotate2 aria-hidden="true" size={17} />}
				onClick={() => set(((turn + 270) % 360) as Turn, turnedCuts(turnedCuts(right)))}
				variant="default"
			>
				Turn left
			</Button>
			<Button
				leftSection={<IconRotateClockwise2 aria-hidden="true" size={17} />}
				onClick={() => set(((turn + 90) % 360) as Turn, right)}
				variant="default"
			>
				Turn right
			</Button>
			<Button disabled={turn === 0 && crop === null} onClick={() => set(0, NO_CUTS)} variant="subtle">
				As the file has it
			</Button>
			{onAnother ? (
				<Button onClick={onAnother} variant="subtle">
					Another file
				</Button>
			) : null}
		</Group>
	);
}

function Sides({ adjustment }: Pick<ToolsProps, "adjustment">) {
	const { whole, result, cuts, setCuts, crop, size } = adjustment;
	return (
		<div className={classes.sides}>
			<figure className={classes.side}>
				<div aria-busy={whole.isFetching} className={classes.ground}>
					{whole.data ? (
						<Whole cuts={cuts} onCuts={setCuts} picture={whole.data.picture} size={whole.data.size} />
					) : null}
					{whole.isFetching ? <Loader className={classes.waiting} size="sm" /> : null}
				</div>
				<figcaption className="note">
					{size ? `Whole picture, ${size.width} × ${size.height}` : "Whole picture"}. Drag to crop.
				</figcaption>
			</figure>
			<figure className={classes.side}>
				<div aria-busy={result.isFetching} className={classes.ground}>
					{result.data && crop !== undefined ? <Result picture={result.data.picture} /> : null}
					{result.isFetching ? <Loader className={classes.waiting} size="sm" /> : null}
				</div>
				<figcaption aria-live="polite" className="note">
					{size ? captionOf(crop, result.data) : "As delivered."}
				</figcaption>
			</figure>
		</div>
	);
}

function captionOf(crop: Crop | null | undefined, result: Preview | undefined): string {
	if (crop === undefined) return "Too little is left.";
	if (!result) return "As delivered.";
	const { size, isDrawn } = result;
	const mark = isDrawn ? "" : ". Deliveries have no visible mark; previews have one in the corner";
	return `As delivered, ${size.width} × ${size.height}${mark}.`;
}

interface CutFieldsProps {
	readonly cuts: Cuts;
	readonly size: Size;
	readonly onCuts: (cuts: Cuts) => void;
}

function CutFields({ cuts, size, onCuts }: CutFieldsProps) {
	return (
		<div className={classes.cuts}>
			{(["left", "right", "top", "bottom"] as const).map((edge) => (
				<NumberInput
					allowDecimal={false}
					allowNegative={false}
					clampBehavior="strict"
					key={edge}
					label={`Cut off ${edge}`}
					max={(edge === "left" || edge === "right" ? size.width : size.height) - 1}
					min={0}
					onChange={(value) => onCuts({ ...cuts, [edge]: Number(value) || 0 })}
					suffix=" px"
					value={cuts[edge]}
				/>
			))}
		</div>
	);
}

interface WholeProps extends CutFieldsProps {
	readonly picture: Blob;
}

function Whole({ picture, ...rest }: WholeProps) {
	const url = useObjectUrl(picture);
	return url ? <CropArea alt="The whole picture" src={url} {...rest} /> : null;
}

function Result({ picture }: { readonly picture: Blob }) {
	const url = useObjectUrl(picture);
	return url ? <img alt="As it would be delivered" src={url} /> : null;
}

interface PreviewAsked {
	readonly path: { readonly barcode: string; readonly variant: CataloguePicture["variant"] };
	/** The version that is there: another one has other previews. */
	readonly version: string | undefined;
	readonly picture_id: string | undefined;
	readonly turn: Turn;
	readonly crop?: Crop | null;
	readonly isOff: boolean;
}

interface Preview {
	readonly picture: Blob;
	readonly size: Size;
	readonly isDrawn: boolean;
	readonly canBeMarked: boolean;
}

const PREVIEW = "POST /admin/catalogue/products/{barcode}/pictures/{variant}/preview";
/** Previews that are no longer shown are dropped soon: there are many of them. */
const FORGET_MS = 30_000;

/** A picture as it would be delivered; the previous preview stays while a new one is drawn. */
function usePreview({ path, version, picture_id, turn, crop = null, isOff }: PreviewAsked) {
	const body = { turn, crop, ...(picture_id === undefined ? {} : { picture_id }) };
	return useQuery({
		queryKey: [PREVIEW, { path, version, body }] satisfies RouteKey,
		queryFn: async ({ signal }): Promise<Preview> => {
			const answer = await callForPicture(PREVIEW, { path, body }, signal);
			const [width = 1, height = 1] = (answer.headers.get("x-picture-size") ?? "").split("x").map(Number);
			return {
				picture: await blobOf(answer, signal),
				size: { width, height },
				isDrawn: answer.headers.get("x-watermark-drawn") === "1",
				canBeMarked: answer.headers.get("x-can-be-marked") === "1",
			};
		},
		enabled: !isOff,
		gcTime: FORGET_MS,
		retry: false,
		staleTime: Number.POSITIVE_INFINITY,
	});
}
