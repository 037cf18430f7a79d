/** What a key does in the queue. */
export type ReviewAction = "next" | "previous" | "select" | "approve" | "reject" | "zoom" | "help";

/** Shortcuts with their meaning, in the order of the help. */
export const REVIEW_KEYS = [
	{ keys: ["j", "ArrowDown"], action: "next", words: "Next proposal" },
	{ keys: ["k", "ArrowUp"], action: "previous", words: "Previous proposal" },
	{ keys: ["x"], action: "select", words: "Select, to decide several at once" },
	{ keys: ["a"], action: "approve", words: "Approve the selected ones, or the one that is shown" },
	{ keys: ["r"], action: "reject", words: "Reject them, with a reason" },
	{ keys: ["z"], action: "zoom", words: "Enlarge the pictures" },
	{ keys: ["?"], action: "help", words: "Show these keys" },
] as const satisfies readonly {
	readonly keys: readonly string[];
	readonly action: ReviewAction;
	readonly words: string;
}[];

interface PressedKey {
	readonly key: string;
	readonly altKey: boolean;
	readonly ctrlKey: boolean;
	readonly metaKey: boolean;
}

/** The action of a pressed key; none while the user is typing, nor with modifiers that browsers use. */
export function reviewAction(pressed: PressedKey, isTyping: boolean): ReviewAction | undefined {
	if (isTyping || pressed.altKey || pressed.ctrlKey || pressed.metaKey) return undefined;
	return REVIEW_KEYS.find(({ keys }) => (keys as readonly string[]).includes(pressed.key))?.action;
}

/** The proposal before or after another one; the same at either end. */
export function neighbour(ids: readonly string[], id: string | undefined, step: 1 | -1): string | undefined {
	const place = id === undefined ? -1 : ids.indexOf(id);
	if (place < 0) return ids[0];
	return ids[Math.min(ids.length - 1, Math.max(0, place + step))];
}
