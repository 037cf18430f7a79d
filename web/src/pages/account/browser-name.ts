/** Later ones claim to be earlier ones as well, so the order is theirs. */
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

/** What a person calls a browser: `Firefox on Windows`. The whole text is its title, so a wrong guess misleads nobody. */
export function browserName(userAgent: string): string {
	const browser = browsers.find(([pattern]) => pattern.test(userAgent))?.[1] ?? "Unknown browser";
	const system = systems.find(([pattern]) => pattern.test(userAgent))?.[1];
	return system ? `${browser} on ${system}` : browser;
}
