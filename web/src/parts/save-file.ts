/** Makes the browser save a text as a file. */
export function saveFile(fileName: string, text: string, contentType: string): void {
	saveBlob(fileName, new Blob([text], { type: contentType }));
}

export function saveBlob(fileName: string, blob: Blob): void {
	const url = URL.createObjectURL(blob);
	const link = document.createElement("a");
	link.href = url;
	link.download = fileName;
	link.click();
	// Revoking immediately would race with the download in some browsers.
	setTimeout(() => URL.revokeObjectURL(url), 10_000);
}

/** Makes the browser download from a URL, streaming to disk. @param fileName used if the response does not give one. */
export function followLink(url: string, fileName = ""): void {
	const link = document.createElement("a");
	link.href = url;
	link.download = fileName;
	link.click();
}
