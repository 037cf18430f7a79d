/** The part of Eleventy that is used here; it ships no types. */
declare module "@11ty/eleventy" {
	export interface Configuration {
		setTemplateFormats(formats: readonly string[]): void;
		/** @param render gets the text of a document and Eleventy's data about it */
		setLibrary(format: string, library: { render(text: string, data: never): string }): void;
		addTemplate(path: string, content: string | ((data: never) => string), data?: object): void;
		addGlobalData(name: string, value: unknown): void;
	}

	export default class Eleventy {
		constructor(
			input: string,
			output: string,
			options: { quietMode: boolean; config: (configuration: Configuration) => void },
		);
		write(): Promise<unknown>;
	}
}
