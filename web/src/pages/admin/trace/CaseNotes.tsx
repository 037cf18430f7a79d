import { Button, Textarea } from "@mantine/core";
import { useForm } from "@mantine/form";
import { type LeakCase, useAction } from "../../../api/routes.ts";
import { Form } from "../../../parts/Form.tsx";
import { UtcMoment } from "../../../parts/Moment.tsx";
import { Surface } from "../../../parts/Page.tsx";
import classes from "./Trace.module.css";

/** What was done about a case, by whom and when. */
export function CaseNotes({ shown: { case_id, notes } }: { readonly shown: LeakCase }) {
	return (
		<Surface
			description="For those who work on the case. A note can be neither changed nor removed, and no report shows it."
			title="Notes"
		>
			{notes.length > 0 ? (
				<ol className={classes.notes}>
					{notes.map(({ note_id, at, by, text }) => (
						<li key={note_id}>
							<small>
								<UtcMoment at={at} /> {by === null ? null : <bdi>{by}</bdi>}
							</small>
							<p className={classes.note} dir="auto">
								{text}
							</p>
						</li>
					))}
				</ol>
			) : null}
			<NoteForm caseId={case_id} />
		</Surface>
	);
}

function NoteForm({ caseId }: { readonly caseId: string }) {
	const add = useAction("POST /admin/traces/{case_id}/notes", { path: { case_id: caseId } });
	const form = useForm({
		initialValues: { text: "" },
		validate: { text: (text) => (text.trim() === "" ? "Write something first." : null) },
	});
	return (
		<Form
			error={add.error}
			form={form}
			onSubmit={(body) => add.mutate({ body }, { onSuccess: () => form.reset() })}
		>
			<Textarea label="New note" maxLength={4000} {...form.getInputProps("text")} />
			<div>
				<Button loading={add.isPending} type="submit" variant="default">
					Add note
				</Button>
			</div>
		</Form>
	);
}
