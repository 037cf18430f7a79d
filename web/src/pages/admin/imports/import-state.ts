import type { Import } from "../../../api/routes.ts";
import type { Choices } from "./ChoiceInWords.tsx";

const RUNNING = { look: "Looking", check: "Checking", import: "Importing", undo: "Undoing" } as const;

const STATES: Readonly<Record<Import["state"], readonly [word: string, color: string]>> = {
	uploading: ["Not complete", "marigold"],
	uploaded: ["Not checked", "marigold"],
	grouped: ["Grouped", "marigold"],
	checked: ["Ready", "marigold"],
	imported: ["Imported", "green"],
	stopped: ["Stopped", "gray"],
	failed: ["Failed", "red"],
	undone: ["Undone", "gray"],
	expired: ["Expired", "gray"],
};

/** What happens to the values of existing products. */
export const MODES: Choices<Import["mode"]> = {
	replace: {
		name: "Replace",
		words: "The parts of a product that the file has, such as its nutrition, are replaced as a whole.",
	},
	merge: {
		name: "Merge",
		words: "Values in the file win, all others stay. Empty cells erase nothing.",
	},
	fill: {
		name: "Fill in",
		words: "Only what a product lacks is taken from the file.",
	},
};

/** The state of an import as a word and a colour. */
export function stateOf({
	state,
	task,
	is_running,
	is_stopping,
	check,
}: Pick<Import, "state" | "task" | "is_running" | "is_stopping" | "check">): readonly [string, string] {
	if (task !== null) {
		if (is_stopping) return ["Stopping", "gray"];
		return is_running ? [RUNNING[task], "petrol"] : ["Waiting", "marigold"];
	}
	return state === "checked" && changeCount({ check }) === 0 ? ["Nothing to import", "gray"] : STATES[state];
}

/** How many products and pictures the dry run found new or changed. */
export function changeCount({ check }: Pick<Import, "check">): number {
	if (!check) return 0;
	const { products, images } = check;
	return products.created + products.updated + images.created + images.updated;
}

/** The display name of an import: its first file. */
export function nameOf({ files }: Pick<Import, "files">): string {
	const [first, ...others] = files;
	return `${first?.name ?? "Import"}${others.length > 0 ? ` and ${others.length} more` : ""}`;
}
