import { ActionIcon, Menu, useMantineColorScheme } from "@mantine/core";
import { IconCheck, IconDeviceDesktop, IconMoon, IconSun } from "@tabler/icons-react";
import classes from "./ColorSchemeToggle.module.css";

const schemes = [
	["light", "Light", IconSun],
	["dark", "Dark", IconMoon],
	["auto", "Like the system", IconDeviceDesktop],
] as const;

/** Light, dark, or what the system says, which is the default. */
export function ColorSchemeToggle({ isOnDark }: { readonly isOnDark?: boolean }) {
	// Holding transitions still would need a style element, which the content policy refuses.
	const { colorScheme, setColorScheme } = useMantineColorScheme({ keepTransitions: true });
	const Current = schemes.find(([scheme]) => scheme === colorScheme)?.[2] ?? IconSun;
	return (
		<Menu position="bottom-end" shadow="md" width={190}>
			<Menu.Target>
				<ActionIcon
					aria-label="Colours of the page"
					className={isOnDark ? classes.onDark : undefined}
					color="gray"
					size={38}
					variant="subtle"
				>
					<Current size={19} stroke={1.7} />
				</ActionIcon>
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
