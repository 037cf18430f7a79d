/** What a key does in the queue. */
export type ReviewAction =
	| "next"
	| "previous"
	| "select"
	| "approve"
	| "reject"
	| "zoom"
	| "help"
	| "value"
	| "wrong"
	| "correct";

/** Shortcuts with their meaning, in a word for the page and in full for the help, in that order. */
export const REVIEW_KEYS = [
	{ keys: ["j", "ArrowDown"], action: "next", word: "next", words: "Next suggestion" },
	{ keys: ["k", "ArrowUp"], action: "previous", word: "previous", words: "Previous suggestion" },
	{
		keys: ["a"],
		action: "approve",
		word: "approve",
		words: "Approve the selected ones, or the one that is shown",
	},
	{ keys: ["r"], action: "reject", word: "reject", words: "Reject them, with a reason" },
	{ keys: ["x"], action: "select", word: "select", words: "Select, to decide several at once" },
	{
		keys: ["v"],
		action: "value",
		word: "next value",
		words: "Of a label: the next value; what is right needs no key",
	},
	{ keys: ["n"], action: "wrong", word: "no", words: "Of a label: this value is wrong, and left out" },
	{
		keys: ["c"],
		action: "correct",
		word: "correct",
		words: "Of a label: correct this value, Enter to take it",
	},
	{ keys: ["z"], action: "zoom", word: "enlarge", words: "Enlarge the pictures" },
	{ keys: ["?"], action: "help", word: "all keys", words: "Show these keys, and switch them off" },
] as const satisfies readonly {
	readonly keys: readonly string[];
	readonly action: ReviewAction;
	readonly word: string;
	readonly words: string;
}[];

interface PressedKey {
	readonly key: string;
	readonly altKey: boolean;
	readonly ctrlKey: boolean;
	readonly metaKey: boolean;
}

/** The action of a pressed key; none where the key has a use of its own, nor with modifiers that browsers use. */
export function reviewAction(pressed: PressedKey, isUsed: boolean): ReviewAction | undefined {
	if (isUsed || pressed.altKey || pressed.ctrlKey || pressed.metaKey) return undefined;
	return REVIEW_KEYS.find(({ keys }) => (keys as readonly string[]).includes(pressed.key))?.action;
}

interface Focused {
	readonly closest: (selector: string) => unknown;
}

/** What people type in, or what letters operate. */
const TYPED_IN =
	"input:not([type=checkbox], [type=radio]), textarea, select, [contenteditable], [role=menu], [role=listbox]";
/** What arrow keys operate. */
const STEPPED = "[type=radio]";

/** Whether the focused element uses a key itself. */
export function usesKey(focused: Focused, key: string): boolean {
	return Boolean(focused.closest(TYPED_IN) || (key.startsWith("Arrow") && focused.closest(STEPPED)));
}

/** The proposal before or after another one; the same at either end. */
export function neighbour(ids: readonly string[], id: string | undefined, step: 1 | -1): string | undefined {
	const place = id === undefined ? -1 : ids.indexOf(id);
	if (place < 0) return ids[0];
	return ids[Math.min(ids.length - 1, Math.max(0, place + step))];
}
