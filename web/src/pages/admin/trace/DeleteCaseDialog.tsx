import { useNavigate } from "react-router";
import { type LeakCase, useDeleteCase } from "../../../api/traces.ts";
import { ConfirmDialog } from "../../../parts/ConfirmDialog.tsx";
import { notifySuccess } from "../../../parts/toast.tsx";

interface CaseDialogProps {
	readonly shown: LeakCase;
	readonly onClose: () => void;
}

export function DeleteCaseDialog({ shown, onClose }: CaseDialogProps) {
	const navigate = useNavigate();
	const remove = useDeleteCase(shown.case_id);
	return (
		<ConfirmDialog
			action="Delete"
			error={remove.error}
			isBusy={remove.isPending}
			onClose={onClose}
			onConfirm={() =>
				remove.mutate(shown.name, {
					onSuccess: () => {
						notifySuccess("The case is deleted.");
						navigate("/admin/trace");
					},
				})
			}
			opened
			title="Delete this case?"
			typed={shown.name}
		>
			Its leaks, its evidence and its file are gone for good; backups keep them as long as they are kept. The
			leaks can be traced again, but the addresses of old deliveries may not be there any more.
		</ConfirmDialog>
	);
}
