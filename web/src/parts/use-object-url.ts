import { useEffect, useState } from "react";

/** An object URL of a blob, for as long as it is shown. */
export function useObjectUrl(blob: Blob): string | undefined {
	const [url, setUrl] = useState<string>();
	useEffect(() => {
		const made = URL.createObjectURL(blob);
		setUrl(made);
		return () => URL.revokeObjectURL(made);
	}, [blob]);
	return url;
}
