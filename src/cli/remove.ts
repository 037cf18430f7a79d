import { isVariant, VARIANTS } from "../catalogue/fields/scopes.ts";
import { fromCommandLine } from "../catalogue/history/change-set.ts";
import { type Removal, remove } from "../pictures/store/remove.ts";
import { tryAgainIfTooLong } from "../platform/db/write-in-parts.ts";
import { type AddCommand, CommandFailure, examples, UsageFailure } from "./command-line.ts";

export const addRemove: AddCommand = (program, line) => {
	program
		.command("remove <barcode>")
		.description(
			"remove a product, or one of its pictures, from the catalogue; evidence of past deliveries is kept",
		)
		.option("--variant <variant>", VARIANTS.join(", "))
		.addHelpText(...examples("remove 0725272730706", "remove 0725272730706 --variant back"))
		.action((barcode: string, options: { variant?: string }) =>
			line.withInstallation(async ({ db }) => {
				const { variant } = options;
				if (variant !== undefined && !isVariant(variant)) {
					throw new UsageFailure(`--variant takes ${VARIANTS.join(", ")}, not "${variant}"`);
				}
				const removal: Removal = {
					barcode,
					variant: variant ?? null,
					uploadOffsetMinutes: line.config().images.uploadOffsetMinutes,
					source: fromCommandLine("removal"),
				};
				const outcome = await tryAgainIfTooLong(() => db.write(remove, removal));
				if (outcome === "no_product") throw new CommandFailure(`${barcode} is not in the catalogue`);
				if (outcome === "no_variant") throw new CommandFailure(`${barcode} has no picture ${variant}`);
				const removed = variant === undefined ? barcode : `${barcode} ${variant}`;
				line.print({ barcode, variant: variant ?? null, removed: true }, [`removed ${removed}`]);
			}),
		);
};
