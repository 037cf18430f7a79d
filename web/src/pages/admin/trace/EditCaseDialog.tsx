import { Button, Group, Modal, NativeSelect, Stack, Textarea, TextInput } from "@mantine/core";
import { useState } from "react";
import { type LeakCase, useAction } from "../../../api/routes.ts";
import { FailureNotice } from "../../../parts/FailureNotice.tsx";

const STATES = [
	{ value: "open", label: "Open" },
	{ value: "closed", label: "Closed" },
];

/** Name, note and state of a case. */
export function EditCaseDialog({
	shown,
	onClose,
}: {
	readonly shown: LeakCase;
	readonly onClose: () => void;
}) {
	const [name, setName] = useState(shown.name);
	const [note, setNote] = useState(shown.note ?? "");
	const [state, setState] = useState<LeakCase["state"]>(shown.state);
	const change = useAction("PATCH /admin/traces/{case_id}", { path: { case_id: shown.case_id } });
	return (
		<Modal onClose={onClose} opened title="Name, note and state">
			<form
				onSubmit={(event) => {
					event.preventDefault();
					change.mutate(
						{ body: { name: name.trim(), note: note.trim() === "" ? null : note, state } },
						{ onSuccess: onClose },
					);
				}}
			>
				<Stack gap="md">
					{change.error ? <FailureNotice error={change.error} /> : null}
					<TextInput
						dir="auto"
						label="Name"
						maxLength={200}
						onChange={(event) => setName(event.currentTarget.value)}
						required
						value={name}
					/>
					<Textarea
						autosize
						dir="auto"
						label="Note"
						maxLength={10_000}
						maxRows={12}
						minRows={3}
						onChange={(event) => setNote(event.currentTarget.value)}
						value={note}
					/>
					<NativeSelect
						data={STATES}
						label="State"
						onChange={({ currentTarget: { value } }) => setState(value === "closed" ? "closed" : "open")}
						value={state}
					/>
					<Group gap="sm" justify="flex-end">
						<Button onClick={onClose} variant="default">
							Cancel
						</Button>
						<Button disabled={name.trim() === ""} loading={change.isPending} type="submit">
							Save
						</Button>
					</Group>
				</Stack>
			</form>
		</Modal>
	);
}
