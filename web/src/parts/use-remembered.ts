import { useCallback, useMemo, useSyncExternalStore } from "react";

const listeners = new Set<() => void>();

/**
 * A choice that this browser stores under `name`, shared by all tabs. Only changes are written: a tab that wrote back what it had read while opening
 * could undo a choice made in another tab at that moment.
 */
export function useRemembered<Choice>(name: string, initial: Choice): [Choice, (choice: Choice) => void] {
	const text = useSyncExternalStore(subscribe, () => read(name));
	const choice = useMemo(() => parsed(text, initial), [text, initial]);
	const choose = useCallback(
		(chosen: Choice) => {
			write(name, JSON.stringify(chosen));
			for (const listener of listeners) listener();
		},
		[name],
	);
	return [choice, choose];
}

/** Other tabs notify through `storage` events, this one directly. */
function subscribe(listener: () => void): () => void {
	listeners.add(listener);
	addEventListener("storage", listener);
	return () => {
		listeners.delete(listener);
		removeEventListener("storage", listener);
	};
}

/** Choices made while storage is disabled, or too long for it. */
const unstored = new Map<string, string>();

function read(name: string): string | null {
	const text = unstored.get(name);
	if (text !== undefined) return text;
	try {
		return localStorage.getItem(name);
	} catch {
		return null;
	}
}

function write(name: string, text: string): void {
	try {
		localStorage.setItem(name, text);
		unstored.delete(name);
	} catch {
		unstored.set(name, text);
	}
}

/** What names begin with if signing out deletes their choices. */
export const KEPT_UNTIL_SIGN_OUT = "packshot-of ";

export function forgetKept(): void {
	for (const name of [...unstored.keys()].filter(isKept)) unstored.delete(name);
	try {
		for (const name of Object.keys(localStorage).filter(isKept)) localStorage.removeItem(name);
	} catch {
		// Nothing is stored.
	}
	for (const listener of listeners) listener();
}

function isKept(name: string): boolean {
	return name.startsWith(KEPT_UNTIL_SIGN_OUT);
}

function parsed<Choice>(text: string | null, initial: Choice): Choice {
	try {
		return text === null ? initial : JSON.parse(text);
	} catch {
		return initial;
	}
}
