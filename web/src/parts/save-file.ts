/** Lets the browser save a text as a file. */
export function saveFile(fileName: string, text: string, contentType: string): void {
	saveBlob(fileName, new Blob([text], { type: contentType }));
}

export function saveBlob(fileName: string, blob: Blob): void {
	const url = URL.createObjectURL(blob);
	const link = document.createElement("a");
	link.href = url;
	link.download = fileName;
	link.click();
	// Revoking at once would race the download in some browsers.
	setTimeout(() => URL.revokeObjectURL(url), 10_000);
}

/** Has the browser download what a URL leads to, as it arrives. @param fileName where the answer names none. */
export function followLink(url: string, fileName = ""): void {
	const link = document.createElement("a");
	link.href = url;
	link.download = fileName;
	link.click();
}
