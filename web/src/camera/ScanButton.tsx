import { ActionIcon, Button } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { IconBarcode } from "@tabler/icons-react";
import { lazy, Suspense } from "react";

const ScanDialog = lazy(() => import("./ScanDialog.tsx"));

interface ScanButtonProps {
	readonly onScan: (barcode: string) => void;
	/** Whether one barcode is wanted: an icon in a field, and the dialog closes with the first. */
	readonly isSingle?: boolean;
}

/** Scans barcodes with the device's camera. Nothing is shown where there is none, or no secure connection, without which browsers give none. */
export function ScanButton({ onScan, isSingle = false }: ScanButtonProps) {
	const [isOpen, dialog] = useDisclosure(false);
	if (navigator.mediaDevices?.getUserMedia === undefined) return null;
	return (
		<>
			{isSingle ? (
				<ActionIcon aria-label="Scan a barcode" color="gray" onClick={dialog.open} variant="subtle">
					<IconBarcode aria-hidden="true" size={20} />
				</ActionIcon>
			) : (
				<Button
					leftSection={<IconBarcode aria-hidden="true" size={18} stroke={1.7} />}
					onClick={dialog.open}
					variant="default"
				>
					Scan with the camera
				</Button>
			)}
			{isOpen ? (
				<Suspense fallback={null}>
					<ScanDialog isSingle={isSingle} onClose={dialog.close} onScan={onScan} />
				</Suspense>
			) : null}
		</>
	);
}
