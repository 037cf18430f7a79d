import { Button, type ButtonProps, FileButton, type FileButtonProps } from "@mantine/core";
import { useRef } from "react";

interface ChooseFileProps extends ButtonProps, Pick<FileButtonProps, "capture"> {
	readonly accept?: string;
	readonly onFile: (file: File) => void;
}

/** A button with which a file is chosen. The same one can be chosen again, as it may have changed. */
export function ChooseFile({ accept = "", capture = false, onFile, ...button }: ChooseFileProps) {
	const reset = useRef<() => void>(null);
	const take = (file: File | null) => {
		reset.current?.();
		if (file) onFile(file);
	};
	return (
		<FileButton accept={accept} capture={capture} onChange={take} resetRef={reset}>
			{(opens) => <Button variant="default" {...button} {...opens} />}
		</FileButton>
	);
}
