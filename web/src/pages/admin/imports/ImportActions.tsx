import { Button } from "@mantine/core";
import { IconArrowBackUp, IconRefresh, IconTrash } from "@tabler/icons-react";
import { useState } from "react";
import { useNavigate } from "react-router";
import { type Import, useAction } from "../../../api/routes.ts";
import { endUpload } from "../../../imports/uploads.ts";
import { ConfirmDialog } from "../../../parts/ConfirmDialog.tsx";
import { notifyFailure } from "../../../parts/toast.tsx";
import { nameOf } from "./import-state.ts";

const WAITING: ReadonlySet<Import["state"]> = new Set([
	"uploading",
	"uploaded",
	"grouped",
	"checked",
	"failed",
	"expired",
]);
const DONE: ReadonlySet<Import["state"]> = new Set(["imported", "stopped", "failed"]);

/** The actions possible in the current state of an import. */
export function ImportActions({ batch }: { readonly batch: Import }) {
	const [asked, setAsked] = useState<"undo" | "delete">();
	const check = useAction("POST /admin/imports/{import_id}/check", { path: { import_id: batch.import_id } });
	const { state, task, report, undo, has_file } = batch;
	if (task !== null) return null;
	const stays = (undo?.kept_newer ?? 0) + (undo?.kept_lost ?? 0);
	const mayUndo = report !== null && (DONE.has(state) || (state === "undone" && stays > 0));
	const close = () => setAsked(undefined);
	return (
		<>
			{has_file && (state === "uploaded" || state === "failed" || state === "stopped") ? (
				<Button
					leftSection={<IconRefresh aria-hidden="true" size={16} stroke={1.8} />}
					loading={check.isPending}
					onClick={() => check.mutate({ body: {} }, { onError: notifyFailure })}
					variant="default"
				>
					Check
				</Button>
			) : null}
			{report === null && WAITING.has(state) ? (
				<Button
					leftSection={<IconTrash aria-hidden="true" size={16} stroke={1.8} />}
					onClick={() => setAsked("delete")}
					variant="default"
				>
					Delete
				</Button>
			) : null}
			{mayUndo ? (
				<Button
					leftSection={<IconArrowBackUp aria-hidden="true" size={16} stroke={1.8} />}
					onClick={() => setAsked("undo")}
					variant="default"
				>
					{state === "undone" ? "Undo the rest" : "Undo"}
				</Button>
			) : null}
			{asked === "undo" ? <UndoDialog batch={batch} onClose={close} /> : null}
			{asked === "delete" ? <DeleteDialog batch={batch} onClose={close} /> : null}
		</>
	);
}

interface DialogProps {
	readonly batch: Import;
	readonly onClose: () => void;
}

function UndoDialog({ batch, onClose }: DialogProps) {
	const undo = useAction("POST /admin/imports/{import_id}/undo", { path: { import_id: batch.import_id } });
	return (
		<ConfirmDialog action="Undo" act={undo} onClose={onClose} title="Undo this import?" typed={nameOf(batch)}>
			Products created by this import are removed with their pictures, and everything it changed goes back to
			what it was, pictures included. Anything changed again since then stays as it is, and is listed.
			Pictures that were delivered are kept as evidence. You can take back the undo product by product.
		</ConfirmDialog>
	);
}

function DeleteDialog({ batch, onClose }: DialogProps) {
	const remove = useAction("DELETE /admin/imports/{import_id}", { path: { import_id: batch.import_id } });
	const navigate = useNavigate();
	return (
		<ConfirmDialog
			action="Delete"
			act={{
				...remove,
				mutate: (_, options) => void endUpload(batch.import_id).then(() => remove.mutate(undefined, options)),
			}}
			done="Upload deleted."
			onClose={onClose}
			onDone={() => navigate("/admin/imports")}
			title="Delete this upload?"
			typed={nameOf(batch)}
		>
			The file will be deleted from the server. Nothing in it has been imported; to import it later, upload it
			again.
		</ConfirmDialog>
	);
}
