/** Newer browsers also claim to be older ones, hence the order. */
const browsers = [
	[/\bEdg(?:e|A|iOS)?\//, "Edge"],
	[/\bOPR\//, "Opera"],
	[/\bSamsungBrowser\//, "Samsung Internet"],
	[/\bFirefox\/|\bFxiOS\//, "Firefox"],
	[/\bHeadlessChrome\/|\bChrome\/|\bCriOS\//, "Chrome"],
	[/\bSafari\//, "Safari"],
] as const;

const systems = [
	[/\bWindows\b/, "Windows"],
	[/\b(?:iPhone|iPad)\b/, "iOS"],
	[/\bAndroid\b/, "Android"],
	[/\bMac OS X\b/, "macOS"],
	[/\bCrOS\b/, "ChromeOS"],
	[/\bLinux\b/, "Linux"],
] as const;

/** The common name of a browser: `Firefox on Windows`. The full user agent is in its title, so that a wrong guess does not mislead. */
export function browserName(userAgent: string): string {
	const browser = browsers.find(([pattern]) => pattern.test(userAgent))?.[1] ?? "Unknown browser";
	const system = systems.find(([pattern]) => pattern.test(userAgent))?.[1];
	return system ? `${browser} on ${system}` : browser;
}
