import { Button, Modal, Text } from "@mantine/core";
import { readBarcodeCell } from "@packshot/tables/barcode-cell";
import { type RefObject, useEffect, useRef, useState } from "react";
import { countInWords } from "../format/credits.ts";
import { openDetector } from "./barcode-detector.ts";
import classes from "./ScanDialog.module.css";

interface ScanDialogProps {
	readonly isSingle: boolean;
	readonly onScan: (barcode: string) => void;
	readonly onClose: () => void;
}

/** Often enough to feel immediate, seldom enough for an old phone. */
const LOOK_EVERY_MS = 120;
/** A pack stays before the camera for a while: it counts once. */
const SAME_FOR_MS = 3000;

/** The picture of the camera, in which barcodes are read on the device itself. */
export default function ScanDialog({ isSingle, onScan, onClose }: ScanDialogProps) {
	const video = useRef<HTMLVideoElement>(null);
	const [scanned, setScanned] = useState<readonly string[]>([]);
	const take = (barcode: string) => {
		navigator.vibrate?.(60);
		setScanned((before) => [...before, barcode]);
		onScan(barcode);
		if (isSingle) onClose();
	};
	const problem = useScanner(video, take);
	return (
		<Modal onClose={onClose} opened title="Scan a barcode">
			{problem === undefined ? (
				<video autoPlay className={classes.picture} muted playsInline ref={video} />
			) : (
				<Text my="1em" role="alert">
					{problem}
				</Text>
			)}
			<p aria-live="polite" className={classes.state} role="status">
				{scanned.length === 0
					? "Hold the barcode before the camera. The picture does not leave this device."
					: `${countInWords(scanned.length, "barcode")} scanned. The last one: ${scanned.at(-1)}`}
			</p>
			<Button fullWidth onClick={onClose} variant={scanned.length > 0 ? "filled" : "default"}>
				{scanned.length > 0 ? "Done" : "Cancel"}
			</Button>
		</Modal>
	);
}

/** Reads barcodes from the camera for as long as the dialog is shown. @returns why that is not possible */
function useScanner(
	video: RefObject<HTMLVideoElement | null>,
	onBarcode: (barcode: string) => void,
): string | undefined {
	const [problem, setProblem] = useState<string>();
	const report = useRef(onBarcode);
	report.current = onBarcode;
	useEffect(() => {
		const ending = new AbortController();
		let stream: MediaStream | undefined;
		const scan = async () => {
			const camera = { video: { facingMode: "environment", width: { ideal: 1280 } } };
			stream = await navigator.mediaDevices.getUserMedia(camera);
			if (ending.signal.aborted || !video.current) return stop(stream);
			video.current.srcObject = stream;
			const detector = await openDetector();
			const seen = new Map<string, number>();
			while (!ending.signal.aborted) {
				const found = video.current.readyState >= 2 ? await detector.detect(video.current) : [];
				for (const { rawValue } of found) {
					const cell = readBarcodeCell(rawValue);
					if (!("digits" in cell) || ending.signal.aborted) continue;
					const { digits } = cell;
					const isNew = performance.now() - (seen.get(digits) ?? Number.NEGATIVE_INFINITY) > SAME_FOR_MS;
					seen.set(digits, performance.now());
					if (isNew) report.current(digits);
				}
				await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY_MS));
			}
		};
		scan().catch((error) => {
			if (!ending.signal.aborted) setProblem(reasonOf(error));
		});
		return () => {
			ending.abort();
			if (stream) stop(stream);
		};
	}, [video]);
	return problem;
}

function stop(stream: MediaStream): void {
	for (const track of stream.getTracks()) track.stop();
}

function reasonOf(error: unknown): string {
	const { name } = error as Error;
	if (name === "NotAllowedError")
		return "The camera is not allowed for this site. Allow it in the browser's settings for the site, then try again.";
	if (name === "NotFoundError") return "This device has no camera.";
	if (name === "NotReadableError") return "Another program is using the camera.";
	return "The scanner could not be started. Check the connection, then try again.";
}
