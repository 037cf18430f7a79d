import { Button, FileButton, Input, SegmentedControl, TextInput } from "@mantine/core";
import type { UseFormReturnType } from "@mantine/form";
import { IconPhotoUp } from "@tabler/icons-react";
import { asFailure } from "../../../api/failure.ts";
import type { WatermarkStyle } from "../../../api/routes.ts";
import { chosenLogo, decidedWords, type StyleFields } from "./style-form.ts";
import classes from "./Watermark.module.css";

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
export function MarkInput({ form, today, decidedBy }: MarkInputProps) {
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
					dir="auto"
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
	const take = (file: File | null) => {
		if (!file) return;
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
			<div className={classes.logo}>
				<FileButton accept=".png,.svg" disabled={decidedBy !== null} onChange={take}>
					{(props) => (
						<Button
							{...props}
							disabled={decidedBy !== null}
							leftSection={<IconPhotoUp aria-hidden="true" size={16} stroke={1.8} />}
							size="sm"
							variant="default"
						>
							{name === undefined ? "Choose a file" : "Choose another"}
						</Button>
					)}
				</FileButton>
				{name === undefined ? null : <bdi className={classes.fileName}>{name}</bdi>}
			</div>
		</Input.Wrapper>
	);
}
