import { IconSearch } from "@tabler/icons-react";
import { type ReactNode, useEffect } from "react";

const isMac = /Mac|iP(hone|ad)/.test(navigator.platform);

interface SearchButtonProps {
	readonly className: string | undefined;
	readonly onPress: () => void;
	readonly children: ReactNode;
}

/** Opens the search of everything; says its keys where there is room. */
export function SearchButton({ className, onPress, children }: SearchButtonProps) {
	return (
		<button
			aria-haspopup="dialog"
			aria-keyshortcuts={isMac ? "Meta+K" : "Control+K"}
			className={className}
			onClick={onPress}
			type="button"
		>
			<IconSearch aria-hidden="true" size={18} stroke={1.8} />
			{children}
			<span aria-hidden="true" data-keys>
				{isMac ? "⌘ K" : "Ctrl K"}
			</span>
		</button>
	);
}

/** Ctrl+K, or Cmd+K on a Mac, whatever letter a keyboard that is not Latin has there; not over another dialog, which would lose what was typed. */
export function useSearchKeys(open: () => void): void {
	useEffect(() => {
		const press = (event: KeyboardEvent) => {
			const { key, code, altKey, shiftKey, ctrlKey, metaKey } = event;
			if (altKey || shiftKey || !(isMac ? metaKey && !ctrlKey : ctrlKey && !metaKey)) return;
			if (/^[a-z]$/i.test(key) ? key.toLowerCase() !== "k" : code !== "KeyK") return;
			event.preventDefault();
			if (!document.querySelector("[aria-modal=true]")) open();
		};
		addEventListener("keydown", press);
		return () => removeEventListener("keydown", press);
	}, [open]);
}
