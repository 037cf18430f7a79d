import { Button, Group, Input, NativeSelect, SegmentedControl, TextInput } from "@mantine/core";
import type { UseFormReturnType } from "@mantine/form";
import { IconPhotoUp } from "@tabler/icons-react";
import { asFailure } from "../../../api/failure.ts";
import { useAction, type Watermark, type WatermarkStyle } from "../../../api/routes.ts";
import { ChooseFile } from "../../../parts/ChooseFile.tsx";
import { Form } from "../../../parts/Form.tsx";
import { Moment } from "../../../parts/Moment.tsx";
import { Surface } from "../../../parts/Page.tsx";
import { done } from "../../../parts/toast.tsx";
import { chosenLogo, decidedWords, fieldsOf, givenStyle, type StyleFields } from "./style-form.ts";
import classes from "./Watermark.module.css";

interface StyleFormProps {
	readonly form: UseFormReturnType<StyleFields>;
	readonly watermark: Watermark;
}

export const PLACES = [
	{ value: "tiled", label: "All over, repeated" },
	{ value: "centre", label: "Centre" },
	{ value: "top-left", label: "Top left" },
	{ value: "top-right", label: "Top right" },
	{ value: "bottom-left", label: "Bottom left" },
	{ value: "bottom-right", label: "Bottom right" },
	{ value: "invisible", label: "Nowhere: invisible marks only" },
];

const IN_A_CORNER = "On cut-outs it only shows where it covers the product.";
const PLACE_WORDS: Readonly<Partial<Record<StyleFields["place"], string>>> = {
	"top-left": IN_A_CORNER,
	"top-right": IN_A_CORNER,
	"bottom-left": IN_A_CORNER,
	"bottom-right": IN_A_CORNER,
	invisible: "Pictures that cannot carry invisible marks get the visible one all over.",
};

/** What is drawn, where, how large and how opaque. */
export function StyleForm({ form, watermark }: StyleFormProps) {
	const save = useAction("PUT /admin/watermark");
	const { decided_by: decided, style } = watermark;
	const given = givenStyle(form.values, style);
	return (
		<Surface description={<SavedBy watermark={watermark} />} title="Style">
			<Form
				error={save.error}
				form={form}
				onSubmit={() => {
					if (!given) return;
					save.mutate(
						{ body: { ...given, revision: watermark.revision } },
						done("Saved. Pictures imported from now on get this style.", (saved) => {
							const now = fieldsOf(saved.style);
							form.setValues(now);
							form.resetDirty(now);
						}),
					);
				}}
				refusals={{ watermark_refused: form.values.kind === "text" ? "text" : "logo" }}
			>
				<MarkInput decidedBy={decided.mark} form={form} today={style.mark} />
				<NativeSelect
					data={PLACES}
					description={decidedWords(decided.place) ?? PLACE_WORDS[form.values.place]}
					disabled={decided.place !== null}
					label="Place"
					{...form.getInputProps("place")}
				/>
				<Percent
					decidedBy={decided.width_percent}
					label="Size"
					unit="% of the picture's width"
					{...form.getInputProps("width")}
				/>
				<Percent
					decidedBy={decided.opacity_percent}
					label="Opacity"
					unit="%"
					{...form.getInputProps("opacity")}
				/>
				<div>
					<Button disabled={!form.isDirty() || !given} loading={save.isPending} type="submit">
						Save
					</Button>
				</div>
			</Form>
		</Surface>
	);
}

function SavedBy({ watermark: { saved_at, saved_by } }: { readonly watermark: Watermark }) {
	if (saved_at === null) return "This style has not been changed yet.";
	return (
		<>
			Saved <Moment at={saved_at} /> by <bdi>{saved_by ?? "nobody"}</bdi>.
		</>
	);
}

interface PercentProps {
	readonly label: string;
	readonly unit: string;
	readonly decidedBy: string | null;
	readonly value?: number;
	readonly onChange?: (value: number) => void;
}

export function Percent({ label, unit, decidedBy, value = 1, onChange }: PercentProps) {
	return (
		<Input.Wrapper
			description={decidedWords(decidedBy)}
			label={
				<>
					{label} <span className={classes.amount}>{`${value} ${unit}`}</span>
				</>
			}
			labelElement="div"
		>
			<input
				aria-label={label}
				className={classes.range}
				disabled={decidedBy !== null}
				max={100}
				min={1}
				onChange={({ currentTarget }) => onChange?.(Number(currentTarget.value))}
				type="range"
				value={value}
			/>
		</Input.Wrapper>
	);
}

interface MarkInputProps {
	readonly form: UseFormReturnType<StyleFields>;
	readonly today: WatermarkStyle["mark"];
	/** The environment setting that determines it. */
	readonly decidedBy: string | null;
}

const KINDS = [
	{ value: "text", label: "Text" },
	{ value: "logo", label: "Logo" },
];

/** A line of text, or a logo. */
function MarkInput({ form, today, decidedBy }: MarkInputProps) {
	const isDecided = decidedBy !== null;
	return (
		<>
			<SegmentedControl
				aria-label="What is drawn"
				data={KINDS}
				disabled={isDecided}
				{...form.getInputProps("kind")}
			/>
			{form.values.kind === "text" ? (
				<TextInput
					description={decidedWords(decidedBy) ?? "Latin or Hebrew letters"}
					disabled={isDecided}
					label="Text"
					maxLength={60}
					{...form.getInputProps("text")}
				/>
			) : (
				<LogoInput decidedBy={decidedBy} form={form} today={today} />
			)}
		</>
	);
}

function LogoInput({ form, today, decidedBy }: MarkInputProps) {
	const saved = today.kind === "logo" ? today.name : undefined;
	const name = form.values.logo?.name ?? saved;
	const take = (file: File) => {
		form.clearFieldError("logo");
		chosenLogo(file).then(
			(logo) => form.setFieldValue("logo", logo),
			(error: unknown) => form.setFieldError("logo", asFailure(error).message),
		);
	};
	return (
		<Input.Wrapper
			description={decidedWords(decidedBy) ?? "PNG or SVG with a transparent background, at most 512 KB"}
			error={form.errors.logo}
			label="Logo"
			labelElement="div"
		>
			<Group gap="sm">
				<ChooseFile
					accept=".png,.svg"
					disabled={decidedBy !== null}
					leftSection={<IconPhotoUp aria-hidden="true" size={16} stroke={1.8} />}
					onFile={take}
				>
					{name === undefined ? "Choose a file" : "Choose another"}
				</ChooseFile>
				{name === undefined ? null : <bdi className={classes.fileName}>{name}</bdi>}
			</Group>
		</Input.Wrapper>
	);
}
