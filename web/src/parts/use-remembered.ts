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

/** Choices made while storage is disabled. */
const unstored = new Map<string, string>();

function read(name: string): string | null {
	try {
		return localStorage.getItem(name);
	} catch {
		return unstored.get(name) ?? null;
	}
}

function write(name: string, text: string): void {
	try {
		localStorage.setItem(name, text);
	} catch {
		unstored.set(name, text);
	}
}

function parsed<Choice>(text: string | null, initial: Choice): Choice {
	try {
		return text === null ? initial : JSON.parse(text);
	} catch {
		return initial;
	}
}
