import { ActionIcon, type ActionIconProps, useMantineColorScheme } from "@mantine/core";
import { IconDeviceDesktop, IconMoon, IconSun } from "@tabler/icons-react";
import type { ComponentProps } from "react";
import classes from "./ColorSchemeToggle.module.css";

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
