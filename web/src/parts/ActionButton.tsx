import { Button, type ButtonProps, Menu, type MenuItemProps } from "@mantine/core";
import { type Icon, IconDownload } from "@tabler/icons-react";
import type { ReactNode } from "react";
import { told } from "./toast.tsx";

interface ActionButtonProps extends ButtonProps {
	readonly act: {
		readonly isPending: boolean;
		readonly mutate: (input: undefined, options: ReturnType<typeof told>) => void;
	};
	/** The message once it is done. */
	readonly done: string;
}

/** Does something at once, and tells whether it succeeded. */
export function ActionButton({ act, done, variant = "default", loading, ...props }: ActionButtonProps) {
	return (
		<Button
			{...props}
			loading={act.isPending || loading === true}
			onClick={() => act.mutate(undefined, told(done))}
			variant={variant}
		/>
	);
}

/** Downloads what is behind a URL. */
export function DownloadButton({ href, children }: { readonly href: string; readonly children: ReactNode }) {
	return (
		<Button
			component="a"
			download
			href={href}
			leftSection={<IconDownload aria-hidden="true" size={16} stroke={1.7} />}
			variant="default"
		>
			{children}
		</Button>
	);
}

interface MenuActionProps extends MenuItemProps {
	readonly icon: Icon;
	readonly onClick: () => void;
}

/** An entry of a menu of actions. */
export function MenuAction({ icon: Icon, ...props }: MenuActionProps) {
	return <Menu.Item leftSection={<Icon size={17} stroke={1.7} />} {...props} />;
}
