import { Switch } from "@mantine/core";
import type { Import, useCheckImport } from "../../../api/imports.ts";
import { ModeChoice } from "./ModeChoice.tsx";

interface CheckChoicesProps {
	readonly batch: Import;
	readonly check: ReturnType<typeof useCheckImport>;
}

/** The choices that decide what an import does: each repeats the dry run. */
export function CheckChoices({ batch, check }: CheckChoicesProps) {
	return (
		<>
			<ModeChoice
				isDisabled={check.isPending}
				mode={batch.mode}
				onChange={(mode) => check.mutate({ mode })}
			/>
			<Switch
				checked={!batch.exact}
				description="A GTIN that lost its leading zeros in a spreadsheet finds its product. Changing this checks the file again."
				disabled={check.isPending}
				label="Find products with other leading zeros"
				onChange={(event) => check.mutate({ exact: !event.currentTarget.checked })}
			/>
			<Switch
				checked={batch.existing_only}
				description="Barcodes that are not in the catalogue are refused. Changing this checks the file again."
				disabled={check.isPending}
				label="Only update existing products"
				onChange={(event) => check.mutate({ existing_only: event.currentTarget.checked })}
			/>
		</>
	);
}
