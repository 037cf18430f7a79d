import { Button } from "@mantine/core";
import { IconArrowBackUp, IconRefresh, IconTrash } from "@tabler/icons-react";
import { useState } from "react";
import { useNavigate } from "react-router";
import { type Import, useAction } from "../../../api/routes.ts";
import { endUpload } from "../../../imports/uploads.ts";
import { ConfirmDialog } from "../../../parts/ConfirmDialog.tsx";
import { notifyFailure, told } from "../../../parts/toast.tsx";
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
	const [isAsked, setAsked] = useState(false);
	const remove = useAction("DELETE /admin/imports/{import_id}", { path: { import_id: batch.import_id } });
	const navigate = useNavigate();
	const check = useAction("POST /admin/imports/{import_id}/check", { path: { import_id: batch.import_id } });
	const { state, task, report, undo, has_file } = batch;
	if (task !== null) return null;
	const stays = (undo?.kept_newer ?? 0) + (undo?.kept_lost ?? 0);
	const mayUndo = report !== null && (DONE.has(state) || (state === "undone" && stays > 0));
	/** Nothing is lost that could not be uploaded again. */
	const discard = async () => {
		await endUpload(batch.import_id);
		remove.mutate(
			undefined,
			told("Upload deleted.", () => void navigate("/admin/imports")),
		);
	};
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
					loading={remove.isPending}
					onClick={() => void discard()}
					variant="default"
				>
					Delete
				</Button>
			) : null}
			{mayUndo ? (
				<Button
					leftSection={<IconArrowBackUp aria-hidden="true" size={16} stroke={1.8} />}
					onClick={() => setAsked(true)}
					variant="default"
				>
					{state === "undone" ? "Undo the rest" : "Undo"}
				</Button>
			) : null}
			{isAsked ? <UndoDialog batch={batch} onClose={() => setAsked(false)} /> : null}
		</>
	);
}

interface UndoDialogProps {
	readonly batch: Import;
	readonly onClose: () => void;
}

function UndoDialog({ batch, onClose }: UndoDialogProps) {
	const undo = useAction("POST /admin/imports/{import_id}/undo", { path: { import_id: batch.import_id } });
	return (
		<ConfirmDialog action="Undo" act={undo} onClose={onClose} title="Undo this import?" typed={nameOf(batch)}>
			Products created by this import are removed with their pictures, and everything it changed goes back to
			what it was, pictures included. Anything changed again since then stays as it is, and is listed.
			Pictures that were delivered are kept as evidence. You can take back the undo product by product.
		</ConfirmDialog>
	);
}
