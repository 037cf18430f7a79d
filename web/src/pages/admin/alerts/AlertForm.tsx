import { Button, Checkbox, NativeSelect, Stack, Text, Textarea, TextInput } from "@mantine/core";
import { type UseFormReturnType, useForm } from "@mantine/form";
import { useState } from "react";
import { type GivenAlert, useAction } from "../../../api/routes.ts";
import { FailureNotice } from "../../../parts/FailureNotice.tsx";
import { Form, type Sending } from "../../../parts/Form.tsx";
import { Surface } from "../../../parts/Page.tsx";
import { AlertPreview } from "./AlertPreview.tsx";
import classes from "./Alerts.module.css";
import {
	type AlertFields,
	givenIn,
	KIND_CHOICES,
	mayCorrect,
	VALIDATION,
	withholdsByDefault,
} from "./alert-fields.ts";
import { ProductPicker } from "./ProductPicker.tsx";

interface AlertFormProps {
	readonly initial: AlertFields;
	/** Whether somebody decided already what is withheld. */
	readonly isDecided: boolean;
	readonly action: string;
	readonly act: Sending;
	/** Called with what the preview showed. */
	readonly onSend: (given: GivenAlert) => void;
}

/** Writes an alert: what it says, what it means, and only then the button that sends it. */
export function AlertForm({ initial, isDecided, action, act, onSend }: AlertFormProps) {
	const form = useForm<AlertFields>({ initialValues: initial, validate: VALIDATION });
	const preview = useAction("POST /admin/alerts/preview");
	const [shown, setShown] = useState<GivenAlert>();
	const withholds =
		isDecided || form.isTouched("withholds") ? form.values.withholds : withholdsByDefault(form.values);
	const show = (fields: AlertFields) => {
		const given = givenIn({ ...fields, withholds });
		preview.mutate({ body: given }, { onSuccess: () => setShown(given) });
	};
	const isShown =
		shown !== undefined && JSON.stringify(shown) === JSON.stringify(givenIn({ ...form.values, withholds }));
	return (
		<Stack gap="md">
			<Surface title="What it says">
				<Form className={classes.form} error={preview.error} form={form} onSubmit={show}>
					<About form={form} />
					<Said form={form} withholds={withholds} />
					<div>
						<Button loading={preview.isPending} type="submit" variant={isShown ? "default" : "filled"}>
							Show what this means
						</Button>
					</div>
				</Form>
			</Surface>
			{shown && preview.data ? (
				<Surface title="What customers will see">
					<Stack gap="sm">
						<AlertPreview given={shown} preview={preview.data} />
						<FailureNotice error={act.error} />
						{isShown ? null : (
							<Text c="dimmed" size="sm">
								The form has changed since: show again what it means.
							</Text>
						)}
						<div>
							<Button
								disabled={!isShown || preview.data.problem !== null || preview.data.unknown.length > 0}
								loading={act.isPending}
								onClick={() => onSend(shown)}
							>
								{action}
							</Button>
						</div>
					</Stack>
				</Surface>
			) : null}
		</Stack>
	);
}

interface FieldsProps {
	readonly form: UseFormReturnType<AlertFields>;
}

/** What the alert is about. */
function About({ form }: FieldsProps) {
	const { barcodes } = form.values;
	return (
		<>
			<NativeSelect data={KIND_CHOICES} label="Kind" {...form.getInputProps("kind")} />
			<TextInput
				description="As the catalogue has it. Capital and small letters matter: cRc and CRC are two agencies."
				label="Symbol of the hechsher"
				{...form.getInputProps("symbol")}
			/>
			<TextInput
				description="Only hechshers with exactly this additional designation; empty for all of the symbol."
				label="Designation"
				{...form.getInputProps("designation")}
			/>
			<ProductPicker
				onAdd={(more) =>
					form.setFieldValue("barcodes", [barcodes.trim(), ...more].filter(Boolean).join("\n"))
				}
			/>
			<Textarea
				autosize
				description="Barcodes, each in a line of its own; at most 1,000."
				label="Products"
				maxRows={10}
				minRows={3}
				{...form.getInputProps("barcodes")}
			/>
		</>
	);
}

/** What it says, and what it does. */
function Said({ form, withholds }: FieldsProps & { readonly withholds: boolean }) {
	const { kind, symbol } = form.values;
	return (
		<>
			<Textarea
				autosize
				description="What is wrong, since when, and what to do. Customers read exactly this."
				dir="auto"
				label="Message"
				maxLength={2000}
				minRows={4}
				{...form.getInputProps("message")}
			/>
			<TextInput description="Empty for all." dir="auto" label="Which lots" {...form.getInputProps("lots")} />
			<TextInput
				description="Where it was announced: an https address or a text."
				label="Source"
				{...form.getInputProps("source")}
			/>
			<Checkbox
				description="They stay stored, but are not served, found or charged for. With lots, think twice: other lots may be fine."
				disabled={symbol.trim() === ""}
				label="Withhold these hechshers while the alert is live"
				{...form.getInputProps("withholds", { type: "checkbox" })}
				checked={withholds && symbol.trim() !== ""}
			/>
			{mayCorrect(kind) ? (
				<>
					<NativeSelect
						data={[{ value: "", label: "Leave as it is" }, "dairy", "meat", "pareve"]}
						label="Correct the status of the symbol to"
						{...form.getInputProps("status")}
					/>
					<TextInput label="Correct its designation to" {...form.getInputProps("newDesignation")} />
				</>
			) : null}
		</>
	);
}
