import { useNavigate } from "react-router";
import type { LeakCase } from "../../../api/shapes.ts";
import { useAction } from "../../../api/use-route.ts";
import { ConfirmDialog } from "../../../parts/ConfirmDialog.tsx";

interface CaseDialogProps {
	readonly shown: LeakCase;
	readonly onClose: () => void;
}

export function DeleteCaseDialog({ shown, onClose }: CaseDialogProps) {
	const navigate = useNavigate();
	const remove = useAction("DELETE /admin/traces/{case_id}", {
		path: { case_id: shown.case_id },
		body: { name: shown.name },
	});
	return (
		<ConfirmDialog
			action="Delete"
			act={remove}
			done="Case deleted."
			onClose={onClose}
			onDone={() => navigate("/admin/trace")}
			title="Delete this case?"
			typed={shown.name}
		>
			Its leaks, evidence and case file will be deleted for good; only existing backups still contain them.
			You can trace the leaks again, but the addresses of old deliveries may no longer be available.
		</ConfirmDialog>
	);
}
