import type { ProductPair } from "../../../api/shapes.ts";
import { useAction } from "../../../api/use-route.ts";
import { ConfirmDialog } from "../../../parts/ConfirmDialog.tsx";

interface MergeDialogProps {
	readonly pair: ProductPair;
	readonly onClose: () => void;
}

/** Says what merging does before it is done. */
export function MergeDialog({ pair: { keep, other, both_stay }, onClose }: MergeDialogProps) {
	const merge = useAction("POST /admin/catalogue/merge", {
		body: { keep: keep.barcode, other: other.barcode },
	});
	const [kept, gone] = [<bdi key="keep">{keep.barcode}</bdi>, <bdi key="other">{other.barcode}</bdi>];
	return (
		<ConfirmDialog
			action="Merge"
			color="petrol"
			act={merge}
			onClose={onClose}
			onDone={onClose}
			title="Merge these products?"
		>
			<p>
				{kept} keeps all its values; what it lacks is taken from {gone}.
			</p>
			<p>
				{both_stay ? (
					<>Both were delivered, bought or traced, so both stay: only metadata moves, and pictures do not.</>
				) : (
					<>
						Pictures that {kept} lacks move to it, and {gone} is removed. Its history stays, and both changes
						can be undone.
					</>
				)}
			</p>
		</ConfirmDialog>
	);
}
