import { Button, NativeSelect, Text, Textarea } from "@mantine/core";
import { useForm } from "@mantine/form";
import { useEffect } from "react";
import { type Rights, useAction, useRoute } from "../../../api/routes.ts";
import { countInWords } from "../../../format/credits.ts";
import { FailureNotice } from "../../../parts/FailureNotice.tsx";
import { Form } from "../../../parts/Form.tsx";
import { PageHead, Surface } from "../../../parts/Page.tsx";
import { done } from "../../../parts/toast.tsx";
import { WaitingRows } from "../../../parts/Waiting.tsx";
import classes from "../Administration.module.css";
import {
	DATA_MINING_CHOICES,
	fieldsOf,
	mergedFields,
	type RightsFields,
	TEXT_INPUTS,
	textsOf,
} from "./rights-form.ts";

/** The texts about rights that every delivered picture carries. */
export function RightsPage() {
	const rights = useRoute("GET /admin/rights");
	return (
		<>
			<PageHead
				description="Every delivered picture carries these texts as XMP, with the product's GTIN. They name no customer. A change holds from the next download on."
				name="Rights"
			/>
			{rights.error && !rights.data ? (
				<FailureNotice error={rights.error} onRetry={() => rights.refetch()} />
			) : null}
			<Surface title="Texts in delivered pictures">
				{rights.isPending ? <WaitingRows rows={4} /> : null}
				{rights.data ? <RightsForm rights={rights.data} /> : null}
			</Surface>
		</>
	);
}

function RightsForm({ rights }: { readonly rights: Rights }) {
	const save = useAction("PUT /admin/rights");
	const form = useForm({ mode: "controlled", initialValues: fieldsOf(rights.texts) });
	function show(texts: Rights["texts"], isKept: (name: keyof RightsFields) => boolean): void {
		const saved = fieldsOf(texts);
		form.setValues((shown) => mergedFields(saved, shown as RightsFields, isKept));
		form.resetDirty(saved);
	}
	// What somebody else has saved meanwhile appears, except where something else was typed.
	// biome-ignore lint/correctness/useExhaustiveDependencies: once for each revision
	useEffect(() => show(rights.texts, (name) => form.isDirty(name)), [rights.revision]);
	return (
		<Form
			className={classes.form}
			form={form}
			onSubmit={(fields) =>
				save.mutate(
					{ body: { ...textsOf(fields), revision: rights.revision } },
					done("Saved. Pictures carry the new texts within five seconds.", ({ texts }) =>
						show(texts, () => false),
					),
				)
			}
		>
			{TEXT_INPUTS.map(({ name, ...words }) => (
				<Textarea key={name} minRows={1} {...words} {...form.getInputProps(name)} />
			))}
			<NativeSelect
				data={DATA_MINING_CHOICES}
				description="Whether others may mine the pictures, for example to train models."
				label="Data mining"
				{...form.getInputProps("data_mining")}
			/>
			<Text c="dimmed" size="sm">
				All texts share 2,048 bytes with the GTIN. What is saved leaves{" "}
				{countInWords(rights.bytes_left, "byte")}.
			</Text>
			<FailureNotice error={save.error} title="Nothing was saved" />
			<div>
				<Button disabled={!form.isDirty()} loading={save.isPending} type="submit">
					Save
				</Button>
			</div>
		</Form>
	);
}
