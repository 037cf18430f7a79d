import { execFileSync } from "node:child_process";
import { existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";

const PROGRAMS = ["/usr/bin/chromium-headless-shell", "/usr/bin/chromium"];

/** The system's browser. The headless shell is preferred where installed: it uses a fifth to a third less CPU. */
export const CHROMIUM = PROGRAMS.find((program) => existsSync(program)) ?? "/usr/bin/chromium";

/** Why no browser can be used; undefined if one can. */
export function whyNoBrowser(): string | undefined {
	return existsSync(CHROMIUM) ? undefined : `${CHROMIUM} is not installed`;
}

/** RGBA pixels of a picture as read from a page's canvas, which loses the colours of fully transparent pixels. */
export function pixelsInBrowser(file: Uint8Array, contentType: string): Uint8Array {
	const folder = mkdtempSync(join(tmpdir(), "packshot-browser-"));
	try {
		const page = join(folder, "page.html");
		writeFileSync(page, pageThatReads(`data:${contentType};base64,${Buffer.from(file).toString("base64")}`));
		const options = [
			"--headless",
			"--no-sandbox",
			"--disable-gpu",
			"--force-color-profile=srgb",
			`--user-data-dir=${join(folder, "profile")}`,
		];
		const dom = execFileSync(CHROMIUM, [...options, "--dump-dom", pathToFileURL(page).href], {
			encoding: "utf8",
			maxBuffer: 2 ** 28,
			stdio: ["ignore", "pipe", "ignore"],
		});
		const pixels = /<pre>([A-Za-z0-9+/=]+)<\/pre>/.exec(dom)?.[1];
		if (pixels === undefined) throw new Error(`the page read nothing: ${dom.slice(-200)}`);
		return Buffer.from(pixels, "base64");
	} finally {
		rmSync(folder, { recursive: true, force: true });
	}
}

function pageThatReads(url: string): string {
	return `<!doctype html><pre></pre><img src="${url}" onload="
		const canvas = document.createElement('canvas');
		canvas.width = this.naturalWidth;
		canvas.height = this.naturalHeight;
		const context = canvas.getContext('2d', { willReadFrequently: true });
		context.drawImage(this, 0, 0);
		const { data } = context.getImageData(0, 0, canvas.width, canvas.height);
		let text = '';
		for (let i = 0; i < data.length; i += 8190) text += btoa(String.fromCharCode(...data.subarray(i, i + 8190)));
		this.remove();
		document.querySelector('pre').textContent = text;
	">`;
}
