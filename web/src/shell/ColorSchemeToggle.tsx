import { startTransition, useState } from "react";
import { loadedLater } from "../loaded-later.tsx";
import { ColorSchemeButton } from "./ColorSchemeButton.tsx";

const menu = loadedLater(() => import("./ColorSchemeMenu.tsx").then((file) => file.ColorSchemeMenu));

/** Light, dark, or the system's choice, which is the default. The menu is loaded on demand: few use it, and it is large. */
export function ColorSchemeToggle({ isOnDark = false }: { readonly isOnDark?: boolean }) {
	const [isAsked, setAsked] = useState(false);
	if (isAsked) return <menu.Shown isOnDark={isOnDark} />;
	return (
		<ColorSchemeButton
			aria-expanded={false}
			aria-haspopup="menu"
			isOnDark={isOnDark}
			onClick={() => startTransition(() => setAsked(true))}
		/>
	);
}
