import { Menu, useMantineColorScheme } from "@mantine/core";
import { IconCheck, IconDeviceDesktop, IconMoon, IconSun } from "@tabler/icons-react";
import { useEffect, useRef, useState } from "react";
import { ColorSchemeButton } from "./ColorSchemeButton.tsx";
import "../theme/later.css";

const schemes = [
	["light", "Light", IconSun],
	["dark", "Dark", IconMoon],
	["auto", "System", IconDeviceDesktop],
] as const;

/** Replaces a button that was pressed: the menu's own button gets the focus, then the menu opens. */
export function ColorSchemeMenu({ isOnDark }: { readonly isOnDark: boolean }) {
	// Suppressing transitions would need a style element, which the content policy blocks.
	const { colorScheme, setColorScheme } = useMantineColorScheme({ keepTransitions: true });
	const [isOpen, setOpen] = useState(false);
	const button = useRef<HTMLButtonElement>(null);
	useEffect(() => {
		button.current?.focus();
		setOpen(true);
	}, []);
	return (
		<Menu onChange={setOpen} opened={isOpen} width={190}>
			<Menu.Target>
				<ColorSchemeButton isOnDark={isOnDark} ref={button} />
			</Menu.Target>
			<Menu.Dropdown>
				{schemes.map(([scheme, name, Icon]) => (
					<Menu.Item
						aria-current={scheme === colorScheme ? "true" : undefined}
						key={scheme}
						leftSection={<Icon size={17} stroke={1.7} />}
						onClick={() => setColorScheme(scheme)}
						rightSection={scheme === colorScheme ? <IconCheck aria-hidden="true" size={15} /> : null}
					>
						{name}
					</Menu.Item>
				))}
			</Menu.Dropdown>
		</Menu>
	);
}
