import { ActionIcon, type ActionIconProps, useMantineColorScheme } from "@mantine/core";
import { IconDeviceDesktop, IconMoon, IconSun } from "@tabler/icons-react";
import { type ComponentProps, startTransition, useState } from "react";
import { loadedLater } from "../loaded-later.tsx";
import classes from "./ColorSchemeToggle.module.css";

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

const icons = { light: IconSun, dark: IconMoon, auto: IconDeviceDesktop };

/** Accepts the props that a menu adds to its button. */
type ColorSchemeButtonProps = Omit<ComponentProps<"button">, keyof ActionIconProps> & {
	readonly isOnDark: boolean;
};

export function ColorSchemeButton({ isOnDark, ...button }: ColorSchemeButtonProps) {
	const { colorScheme } = useMantineColorScheme();
	const Current = icons[colorScheme];
	return (
		<ActionIcon
			aria-label="Colours of the page"
			className={isOnDark ? classes.onDark : undefined}
			color="gray"
			size={38}
			variant="subtle"
			{...button}
		>
			<Current size={19} stroke={1.7} />
		</ActionIcon>
	);
}
