import { Switch } from "@mantine/core";
import type { Import } from "../../../api/shapes.ts";
import type { useAction } from "../../../api/use-route.ts";
import { ModeChoice } from "./ModeChoice.tsx";

type Checking = ReturnType<
	typeof useAction<"POST /admin/imports/{import_id}/check", { path: { import_id: string } }>
>;

interface CheckChoicesProps {
	readonly batch: Import;
	readonly check: Checking;
}

/** The choices that decide what an import does: each repeats the dry run. */
export function CheckChoices({ batch, check }: CheckChoicesProps) {
	return (
		<>
			<ModeChoice
				isDisabled={check.isPending}
				mode={batch.mode}
				onChange={(mode) => check.mutate({ body: { mode } })}
			/>
			<Switch
				checked={!batch.exact}
				description="A GTIN that lost its leading zeros in a spreadsheet finds its product. Changing this checks the file again."
				disabled={check.isPending}
				label="Find products with other leading zeros"
				onChange={(event) => check.mutate({ body: { exact: !event.currentTarget.checked } })}
			/>
			<Switch
				checked={batch.existing_only}
				description="Barcodes that are not in the catalogue are refused. Changing this checks the file again."
				disabled={check.isPending}
				label="Only update existing products"
				onChange={(event) => check.mutate({ body: { existing_only: event.currentTarget.checked } })}
			/>
		</>
	);
}
